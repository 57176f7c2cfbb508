// Plays what happened since the reader last looked, where moments can be played; else the button leads to the record.
(() => {
  "use strict";
  const number = (line) => Number(line.dataset.fact.split(" ")[0]);

  const missed = () => {
    const since = document.getElementById("since");
    const lines = new Map();
    for (const line of document.querySelectorAll("#since [data-fact], #story [data-fact]")) {
      if (number(line) > Number(since.dataset.since)) lines.set(number(line), line);
    }
    return [...lines.keys()].sort((one, other) => one - other).map((each) => lines.get(each));
  };

  // The newest is last: where not all have room, one has to scroll to the earliest. What is seen begins with a whole one.
  const newest = () => {
    const lines = document.querySelector("#since ol");
    const told = [...(lines?.children ?? [])].filter((each) => !each.matches(".since-more"));
    if (!told.length) return;
    lines.style.paddingBottom = 0;
    const top = (each) => each.offsetTop - lines.offsetTop;
    const left = (each) => lines.clientHeight - (lines.scrollHeight - top(each));
    const shown = told.find((each) => left(each) >= 0) ?? told.at(-1);
    lines.style.paddingBottom = `${Math.max(0, left(shown))}px`;
    lines.scrollTop = top(shown);
  };
  newest();
  document.addEventListener("htmx:afterSettle", newest);

  document.addEventListener("click", (event) => {
    const moments = window.slowfuse?.moments;
    if (!moments?.play || !event.target.closest("#since-play")) return;
    event.preventDefault();
    moments.play(missed());
  });

  // Who has put it away is at their part of the table. The button they did it with is gone by then.
  let away = false;
  document.addEventListener("htmx:beforeSwap", (event) => {
    away = event.target.id === "since" && !event.detail.isError;
  });
  document.addEventListener("htmx:afterRequest", () => {
    if (away) document.getElementById("question")?.focus({ preventScroll: true });
    away = false;
  });
})();
