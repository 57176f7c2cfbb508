// A preference shows as soon as it's chosen. “Save” keeps it; a table, whose form knows the style of large cards, does so at once.
document.addEventListener("change", ({ target }) => {
  if (!target.matches(".preferences :is(select, input[type=radio])")) return;
  const { name, value, form } = target;
  const { dataset } = document.documentElement;
  const [usual] = target.options ?? form.elements[name];
  if (value === usual.value) delete dataset[name];
  else dataset[name] = value;
  const href = name === "cards" && form.dataset.large;
  if (!href) return;
  document.querySelector(`link[href="${href}"]`)?.remove();
  if (value === "large") document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href }));
});
