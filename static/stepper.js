// Number fields with − and + beside them and a strip below, and buttons that say what is missing before they can work.
// Without this file the field is typed into, and the server says what is wrong.
(() => {
  "use strict";
  const FIRST = 400; // Held down, it goes on after this long,
  const NEXT = 70; // and so often.

  const strips = (field) => document.querySelectorAll(`input[type=range][data-field="${field.id}"]`);
  const wrong = (form) => [...form.elements].find((each) => each.dataset.missing && !each.validity.valid);

  // What a button waits for stands on it: a field without a number, or the numbers that it takes.
  const dress = (form) => {
    const field = wrong(form);
    for (const button of form.querySelectorAll("[data-ready]")) {
      button.ariaDisabled = field ? "true" : null;
      button.dataset.ready = field ? field.dataset[field.validity.valueMissing ? "missing" : "wrong"] : "";
    }
  };
  const dressAll = () => {
    for (const button of document.querySelectorAll("[data-ready]")) dress(button.form);
  };

  const put = (field, value) => {
    field.value = Math.max(Number(field.min), Math.min(Number(field.max), value));
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };

  const step = (button) => {
    const field = document.getElementById(button.dataset.field);
    if (field) put(field, field.value === "" ? Number(field.min) : Number(field.value) + Number(button.dataset.step));
  };

  document.addEventListener("input", ({ target }) => {
    if (target.matches("input[type=range][data-field]")) {
      const field = document.getElementById(target.dataset.field);
      if (field) put(field, Number(target.value));
    } else if (target.dataset?.missing) {
      for (const strip of strips(target)) strip.value = target.value || target.min;
      dress(target.form);
    }
  });

  // -- Held down ---------------------------------------------------------------------------------------

  let timer = 0;
  let went = false; // It went on while it was held: letting go is no further step.

  const rest = () => clearTimeout(timer);
  document.addEventListener("pointerdown", ({ target, button: which }) => {
    const button = target.closest?.("[data-step]");
    rest();
    went = false;
    if (!button || which) return;
    const go = () => {
      if (!button.isConnected) return;
      went = true;
      step(button);
      timer = setTimeout(go, NEXT);
    };
    timer = setTimeout(go, FIRST);
  });
  for (const end of ["pointerup", "pointercancel", "blur"]) addEventListener(end, rest);

  document.addEventListener(
    "click",
    (event) => {
      const { target } = event;
      const pressed = target.closest?.("[data-step]");
      if (pressed && !(went && event.detail)) step(pressed);
      const button = target.closest?.("[data-ready]");
      if (!button) return;
      dress(button.form);
      const field = wrong(button.form);
      if (!field) return;
      event.preventDefault();
      event.stopPropagation();
      field.focus();
    },
    true,
  );

  document.addEventListener("DOMContentLoaded", dressAll);
  document.addEventListener("htmx:afterSwap", dressAll);
})();
