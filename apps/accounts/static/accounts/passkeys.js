// Passkeys: asks the browser for one and sends what it says with the form. Forms that need it stay hidden without it.
(() => {
  "use strict";

  const keys = window.webauthnJSON;

  async function options(form) {
    if (form.dataset.options) return JSON.parse(form.dataset.options);
    const answer = await fetch(form.action, { headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error(answer.status);
    return (await answer.json()).request_options;
  }

  async function create(form) {
    const asked = await options(form);
    // A passkey lies in the device and knows whose it is: only such a one logs in by itself.
    const alone = { residentKey: "required", requireResidentKey: true, userVerification: "required" };
    asked.publicKey.authenticatorSelection = { ...asked.publicKey.authenticatorSelection, ...alone };
    return keys.create(asked);
  }

  async function ask(form) {
    const said = form.querySelector("[data-passkey-failed]");
    said.hidden = true;
    try {
      const make = form.dataset.passkey === "create";
      const credential = make ? await create(form) : await keys.get(await options(form));
      form.elements.credential.value = JSON.stringify(credential);
      form.submit();
    } catch {
      said.hidden = false;
    }
  }

  if (!keys || !window.PublicKeyCredential) return;
  for (const form of document.querySelectorAll("form[data-passkey]")) {
    form.hidden = false;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      ask(form);
    });
  }
})();
