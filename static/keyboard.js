// Keys: ? shows them all, J and K go from match to match, a number goes to a card. Everything works without this file.
(() => {
  "use strict";
  const OPEN = CSS.supports("selector(:popover-open)") ? "dialog[open], :popover-open" : "dialog[open]";
  const { help, next } = document.currentScript.dataset;
  const TYPES = "input:not([type=radio], [type=checkbox], [type=button], [type=submit]), textarea, select, [contenteditable]";

  // -- The list of them ------------------------------------------------------------------------------

  let list = null;

  const show = async () => {
    if (!list) {
      const answer = await fetch(help);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const said = page.getElementById("shortcuts");
      if (!answer.ok || !said) return;
      list = document.createElement("dialog");
      list.className = "shortcuts";
      list.setAttribute("aria-labelledby", "shortcuts-title");
      for (const close of said.querySelectorAll("form[hidden]")) close.hidden = false;
      list.append(said);
      list.addEventListener("click", (event) => event.target === list && list.close());
      document.body.append(list);
    }
    if (!list.open) list.showModal();
  };

  // -- From match to match -----------------------------------------------------------------------------

  const go = (back) => {
    const here = /^\/m\/(\w+)\//.exec(location.pathname)?.[1] ?? "";
    location.assign(`${next}?${new URLSearchParams({ from: here, ...(back && { back: 1 }) })}`);
  };

  // -- To a card, or to what else there is to choose ---------------------------------------------------

  const REACHED = "button, input, select, summary, a[href]";
  const seen = (each) => each.checkVisibility?.() ?? each.getClientRects().length > 0; // Safari before 17.4 can't say.
  const open = (each) => seen(each) && !each.disabled && !each.closest("[inert]");

  const choices = () => {
    const question = document.getElementById("question");
    if (!question) return [];
    const cards = [...question.querySelectorAll(".hand > *")].map((card) => [...card.querySelectorAll(REACHED)].find(open));
    if (cards.some(Boolean)) return cards;
    const number = [...question.querySelectorAll("input[type=number]")].filter(open);
    if (number.length) return Array(9).fill(number[0]); // A number is typed, not counted.
    const picks = [...question.querySelectorAll("form input:is([type=radio], [type=checkbox])")].filter(open);
    return [...picks, ...[...question.querySelectorAll("form button")].filter(open)];
  };

  const choose = (event, one) => {
    one.focus();
    if (one.type === "number") {
      one.select(); // The key that was pressed is its first digit.
      return;
    }
    event.preventDefault();
    if (one.type === "radio") one.click();
  };

  // -- The keys ------------------------------------------------------------------------------------------

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.repeat || event.isComposing) return;
    if (document.documentElement.dataset.keys === "off") return;
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest?.(TYPES)) return;
    if (document.querySelector(OPEN) && event.key !== "?") return;
    if (event.key === "?") show();
    else if (next && (event.key === "j" || event.key === "k")) go(event.key === "k");
    else if (/^[1-9]$/.test(event.key)) {
      const one = choices()[event.key - 1];
      if (one) choose(event, one);
      return;
    } else return;
    event.preventDefault();
  });
})();
