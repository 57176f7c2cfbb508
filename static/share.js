// Sharing the link of a finished match: as the device does it, else by copying. Without this file there is no button.
(() => {
  "use strict";
  const show = () => {
    const can = Boolean(navigator.share || navigator.clipboard);
    for (const button of document.querySelectorAll("[data-share][hidden]")) button.hidden = !can;
  };

  const copy = async (button, url) => {
    await navigator.clipboard.writeText(url);
    button.textContent = button.dataset.shared;
    button.setAttribute("role", "status");
  };

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-share]");
    if (!button) return;
    const url = new URL(button.dataset.share, location.href).href;
    try {
      if (navigator.share) await navigator.share({ title: button.dataset.shareTitle, url });
      else await copy(button, url);
    } catch (problem) {
      if (problem.name !== "AbortError" && navigator.clipboard) await copy(button, url);
    }
  });

  document.addEventListener("htmx:afterSettle", show); // A match may end while one looks.
  show();
})();
