// Sharing a link: as the device does it, else by copying. Without this file, and where neither works, it's a plain link.
(() => {
  "use strict";
  const copy = async (link, words) => {
    await navigator.clipboard.writeText(words);
    link.setAttribute("aria-live", "polite");
    link.textContent = link.dataset.shared;
  };

  document.addEventListener("click", async (event) => {
    const link = event.target.closest("[data-share]");
    if (!link || event.ctrlKey || event.metaKey || !(navigator.share || navigator.clipboard)) return;
    event.preventDefault();
    const { shareTitle: title, shareText: text } = link.dataset;
    const url = new URL(link.getAttribute("href"), location.href).href;
    const words = text ? `${text} ${url}` : url;
    try {
      if (navigator.share) await navigator.share({ title, url, ...(text && { text }) });
      else await copy(link, words);
    } catch (problem) {
      if (problem.name !== "AbortError" && navigator.clipboard) await copy(link, words);
    }
  });
})();
