// A preference shows as soon as it's chosen, and htmx saves it. If that fails, the saved one comes back, with a sentence.
(() => {
  "use strict";
  const { dataset } = document.documentElement;
  const radios = (field) => [...field.querySelectorAll("[type=radio]")];
  const slider = (field) => field.querySelector("[type=range]");

  const show = (field) => {
    const [usual] = radios(field);
    const { name, value, form } = radios(field).find((each) => each.checked);
    if (value === usual.value) delete dataset[name];
    else dataset[name] = value;
    if (slider(field)) dataset.volume = slider(field).value;
    const href = name === "cards" && form.dataset.large;
    if (!href) return;
    document.querySelector(`link[href="${href}"]`)?.remove();
    if (value === "large") document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href }));
  };

  document.addEventListener("change", ({ target }) => {
    const field = target.closest(".preference");
    if (!field) return;
    for (const said of document.querySelectorAll(".said")) said.textContent = "";
    show(field);
    if (slider(field) && dataset.sound) window.slowfuse.moments?.sound("boom");
  });

  // Only a refusal is about the choice. Other errors are pages of their own.
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (detail.isError && detail.target.matches(".said")) detail.shouldSwap = detail.xhr.status === 400;
  });

  document.addEventListener("htmx:afterRequest", ({ target, detail }) => {
    if (!target.matches(".preference")) return;
    for (const each of radios(target)) {
      if (detail.successful) each.defaultChecked = each.value === detail.requestConfig.formData.get(each.name);
      else each.checked = each.defaultChecked;
    }
    const volume = slider(target);
    if (volume && detail.successful) volume.defaultValue = detail.requestConfig.formData.get("volume");
    else if (volume) volume.value = volume.defaultValue;
    show(target);
    const said = target.querySelector(".said");
    if (!said.textContent) said.innerHTML = `<strong>${target.form.dataset.failed}</strong>`;
  });
})();
