// What decided a match, in its result: played in small and silently when its reader comes to see it, and again by a tap.
(() => {
  "use strict";
  const { moments } = window.slowfuse;
  let small = null;

  const play = async (frame) => {
    frame.dataset.seen = "";
    const line = document.querySelector("#decider-lines > li");
    if (moments.still() || !line || !(await moments.theatre())) return;
    small?.close();
    const mine = new moments.Stage(frame.dataset.scene, "", 1, frame);
    small = mine;
    try {
      await moments.perform(mine, moments.read(line));
    } catch (error) {
      if (error.name !== "AbortError") throw error;
    } finally {
      mine.close();
    }
  };

  // Not while news is played: first the scenes of the last move, then the one that decided it.
  const once = () => {
    const frame = document.querySelector("#decider[data-near]:not([data-seen])");
    if (frame && !moments.playing() && document.visibilityState === "visible") play(frame);
  };
  const inView = new IntersectionObserver((all) => {
    for (const { target, isIntersecting } of all) target.toggleAttribute("data-near", isIntersecting);
    once();
  }, { threshold: 0.7 });

  document.addEventListener("moments:over", once);
  document.addEventListener("visibilitychange", once);
  document.addEventListener("click", (event) => {
    const frame = event.target.closest?.("#decider");
    if (!frame || moments.still()) return; // Without motion it leads to the move itself.
    event.preventDefault();
    play(frame);
  });
  moments.decided = () => inView.observe(document.getElementById("decider"));
})();
