// What is chosen on the page of preferences shows at once; it is kept with “Save”.
document.addEventListener("change", ({ target }) => {
  if (!target.matches(".preferences input[type=radio]")) return;
  const usual = target.form.elements[target.name][0].value;
  if (target.value === usual) delete document.documentElement.dataset[target.name];
  else document.documentElement.dataset[target.name] = target.value;
});
