// The page of preferences: a bang to hear and see, and the bars of the browser itself in the chosen theme.
(() => {
  "use strict";
  window.slowfuse ??= {};
  window.slowfuse.moments ??= {};
  const { moments } = window.slowfuse;
  const button = document.getElementById("hear");
  const sample = document.querySelector(".sample");

  let fetched = null;
  const load = () =>
    (fetched ??= new Promise((done, fail) => {
      const script = Object.assign(document.createElement("script"), { src: button.dataset.sounds, onload: done, onerror: fail });
      document.head.append(script);
    }));

  let quiet = 0;
  moments.sound = (name) => {
    load().then(
      () => moments.hear(name),
      () => {
        fetched = null; // Tried again next time.
      },
    );
    sample.classList.add("blown");
    clearTimeout(quiet);
    quiet = setTimeout(() => sample.classList.remove("blown"), 1500);
  };
  button.hidden = false;
  button.addEventListener("click", () => moments.sound("boom"));

  document.addEventListener("change", ({ target }) => {
    if (target.name !== "theme") return;
    const dark = target.value === "auto" ? matchMedia("(prefers-color-scheme: dark)").matches : target.value === "dark";
    for (const meta of document.querySelectorAll("meta[name=theme-color]")) meta.content = dark ? "#14181d" : "#f3efe6";
  });
})();
