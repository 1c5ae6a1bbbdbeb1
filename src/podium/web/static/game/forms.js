// Forms work without scripts; with them nothing is loaded anew.

const HERE = ["moves", "ready", "resign", "draw/offer", "draw/accept", "draw/decline", "draw/withdraw", "draw/claim", "pause", "resume"];

/** Call `act(wish, form)` in place of sending a form; what arbiters do besides loads the page anew. */
export function hearForms(here, act) {
  document.addEventListener(
    "submit",
    (event) => {
      const { target: form, submitter } = event;
      // A button without an address of its own says that of the page, not that of its form.
      const path = new URL(submitter?.hasAttribute("formaction") ? submitter.formAction : form.action).pathname;
      const wish = path.startsWith(`${here}/`) ? path.slice(here.length + 1) : "";
      if (!HERE.includes(wish)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      form.closest("dialog")?.close();
      act(wish, form);
    },
    true,
  );
}
