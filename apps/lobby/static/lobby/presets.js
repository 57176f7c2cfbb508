// Whoever chooses rules of their own begins with those of the preset chosen before. Without this file: with the usual ones.
(() => {
  "use strict";
  const fill = (name, value) => {
    const field = document.getElementById(`option-${name}`);
    if (field?.type === "checkbox") field.checked = value;
    else if (field) field.value = value;
  };

  document.addEventListener("change", ({ target }) => {
    if (target.name !== "preset" || !target.dataset.values) return;
    for (const [name, value] of Object.entries(JSON.parse(target.dataset.values))) fill(name, value);
  });
})();
