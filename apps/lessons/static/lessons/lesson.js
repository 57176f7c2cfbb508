// A guided first match: marks the very card or button that the bubble suggests, and turns the bubble's arrow to it.
// Without this file the bubble stands at the same place, and its whole neighbour is outlined. While scenes play, the
// page says so (`data-playing`) and the bubble stays out of sight: it speaks of what they show.
(() => {
  "use strict";

  const fieldsOf = (lesson) => {
    try {
      return Object.entries(JSON.parse(lesson.dataset.answer || "{}"));
    } catch {
      return [];
    }
  };

  // What can be seen of a control: a radio's label, the closed card around a button, a button itself.
  const seen = (control) => {
    const closed = control.closest("details:not([open])");
    if (closed) return closed.querySelector("summary");
    return control.matches("input[type=radio]") ? control.closest("label") : control;
  };

  const sends = (form, type) => form?.querySelector("input[type=hidden][name=type]")?.value === type;
  const hidden = (form, name) => form?.querySelector(`input[type=hidden][name="${CSS.escape(name)}"]`)?.value;

  // Whether a button says just this answer, with what its form sends unseen.
  const says = (button, fields) => {
    const said = new URLSearchParams(button.value);
    for (const { name, value } of button.form?.querySelectorAll("input[type=hidden]") ?? []) if (!said.has(name)) said.set(name, value);
    return fields.every(([name, value]) => said.get(name) === value);
  };

  // The controls of a question that give this answer: a button that says all of it, each field by its name and value, or the form's own button.
  const controls = (question, fields) => {
    const whole = [...question.querySelectorAll("button[name=choice]")].filter((each) => says(each, fields));
    if (whole.length) return whole.slice(0, 1);
    const type = fields.find(([name]) => name === "type")?.[1];
    const own = fields.filter(([name]) => name !== "type");
    const fits = (control) => {
      const form = control.form;
      if (!form || !(sends(form, type) || control.value === type)) return false;
      return own.every(([name, value]) => {
        const said = hidden(form, name);
        return said === undefined || said === value;
      });
    };
    const all = [...question.querySelectorAll("button, input:not([type=hidden])")].filter((each) => !each.closest(".lesson") && fits(each));
    const exact = all.filter((each) => own.some(([name, value]) => each.name === name && each.value === value && each.type !== "checkbox"));
    if (exact.length) return exact;
    const typed = all.filter((each) => each.type === "number" && own.some(([name]) => each.name === name));
    return typed.length ? typed : all.filter((each) => each.matches("button")).slice(0, 1);
  };

  const point = () => {
    const live = document.getElementById("live");
    const lesson = document.getElementById("lesson");
    for (const old of document.querySelectorAll(".lesson-target")) old.classList.remove("lesson-target");
    live?.classList.remove("lesson-found");
    const question = document.getElementById("question");
    if (!live || !lesson || !question || "playing" in document.documentElement.dataset) return;
    const fields = fieldsOf(lesson);
    const targets = fields.length ? controls(question, fields).map(seen).filter(Boolean) : [];
    for (const target of targets) target.classList.add("lesson-target");
    live.classList.toggle("lesson-found", targets.length > 0);
    const below = lesson.matches('[data-at="hand"], [data-at="answer"]');
    if (!targets.length || !below) return lesson.style.removeProperty("--lesson-x");
    const there = targets[0].getBoundingClientRect();
    lesson.style.setProperty("--lesson-x", `${there.left + there.width / 2 - lesson.getBoundingClientRect().left}px`);
  };

  document.addEventListener("DOMContentLoaded", point);
  document.addEventListener("htmx:afterSwap", point);
  document.addEventListener("moments:over", point);
  document.addEventListener("toggle", point, true);
  addEventListener("resize", point);
})();
