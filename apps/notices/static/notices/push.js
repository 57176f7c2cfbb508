// Asks the browser for an address at which it rings, and sends it with the page's own form.
(() => {
  "use strict";

  const bytes = (text) => {
    const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
    return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
  };

  const named = () => {
    const system = navigator.userAgentData?.platform || /Android|iPhone|iPad|Mac OS X|Windows|Linux/.exec(navigator.userAgent)?.[0];
    const browser = /(Firefox|Edg|OPR|Chrome|Safari)\//.exec(navigator.userAgent)?.[1] || "";
    return [{ Edg: "Edge", OPR: "Opera" }[browser] || browser, system].filter(Boolean).join(", ");
  };

  document.addEventListener("DOMContentLoaded", () => {
    const form = document.getElementById("push");
    const button = document.getElementById("push-add");
    const error = document.getElementById("push-error");
    if (!form || !("serviceWorker" in navigator) || !("PushManager" in window)) return;
    document.getElementById("push-none").hidden = true;
    button.hidden = false;

    const say = (sentence) => {
      error.textContent = sentence;
      error.hidden = false;
      button.disabled = false;
    };

    button.addEventListener("click", async (event) => {
      event.preventDefault();
      error.hidden = true;
      button.disabled = true;
      if ((await Notification.requestPermission()) !== "granted") return say(form.dataset.denied);
      try {
        await navigator.serviceWorker.register(form.dataset.worker);
        const worker = await navigator.serviceWorker.ready;
        const key = bytes(form.dataset.key);
        const old = await worker.pushManager.getSubscription();
        form.elements.was.value = old?.endpoint ?? "";
        await old?.unsubscribe();
        const made = (await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })).toJSON();
        form.elements.endpoint.value = made.endpoint;
        form.elements.p256dh.value = made.keys.p256dh;
        form.elements.auth.value = made.keys.auth;
        form.elements.name.value = named();
        form.submit();
      } catch {
        say(form.dataset.failed);
      }
    });
  });
})();
