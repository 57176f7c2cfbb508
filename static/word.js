// A word for the shuffle: a random one until the player types another. Without this file, they type one or give none.
(() => {
  "use strict";
  const MAX_REMEMBERED = 50;
  const BYTES = 16;

  const recall = () => {
    try {
      return JSON.parse(localStorage.getItem("shuffle-words")) ?? [];
    } catch {
      return []; // The browser keeps nothing for us.
    }
  };

  // The player can later compare what they gave with what the match was dealt from.
  const remember = (commitment, word) => {
    const others = recall().filter(([other]) => other !== commitment);
    try {
      localStorage.setItem("shuffle-words", JSON.stringify([[commitment, word], ...others].slice(0, MAX_REMEMBERED)));
    } catch {
      // Then they compare by eye.
    }
  };

  const draw = () =>
    Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) => byte.toString(16).padStart(2, "0")).join("");

  const send = async (field) => {
    const body = new FormData(field.form);
    try {
      const answer = await fetch(field.form.getAttribute("action"), { method: "POST", body, redirect: "manual" });
      if (answer.type !== "opaqueredirect") throw new Error(`${answer.status}`);
      remember(field.dataset.word, field.value);
    } catch {
      field.value = ""; // It doesn't say that a word was given if it wasn't.
    }
  };

  const fill = (field) => {
    if (field.value) {
      remember(field.dataset.word, field.value);
      return;
    }
    field.value = draw();
    if (field.form?.hasAttribute("data-sends-word")) send(field);
  };

  const compare = (told) => {
    const mine = recall().find(([commitment]) => commitment === told.dataset.remembered);
    if (!mine?.[1]) return;
    const given = Array.from(document.querySelectorAll("#words [data-given]"), (word) => word.dataset.given);
    const right = given.includes(mine[1]);
    told.textContent = right ? told.dataset.right : told.dataset.wrong;
    told.classList.add(right ? "good" : "bad");
    told.hidden = false;
  };

  document.addEventListener("submit", ({ target }) => {
    const field = target.elements?.word;
    if (field?.dataset?.word) {
      remember(field.dataset.word, field.value.normalize("NFC").trim().replace(/\s+/g, " "));
    }
  });
  for (const field of document.querySelectorAll("[data-word]")) fill(field);
  for (const told of document.querySelectorAll("[data-remembered]")) compare(told);
})();
