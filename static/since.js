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

  // The newest is last: where not all lines have room, it is the earliest that one has to scroll to. If it has not even
  // room by itself, it is seen from its beginning.
  const newest = () => {
    const lines = document.querySelector("#since ol");
    const last = [...(lines?.children ?? [])].findLast((each) => !each.matches(".since-more"));
    if (last) lines.scrollTop = last.offsetTop - lines.offsetTop;
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
