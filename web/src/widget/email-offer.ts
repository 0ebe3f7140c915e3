// After a hand-off: the reply can also come by email.
import type { Contact, FailureKind } from "./calls";
import { element, setText } from "./dom";
import { createField, emailAttributes, isEmail, nameAttributes } from "./field";
import { labels } from "./labels";
import type { State } from "./state";

export type EmailOfferActions = {
  saveContact(contact: Contact): Promise<FailureKind | undefined>;
};

export function createEmailOffer({ saveContact }: EmailOfferActions) {
  const email = createField(labels.email, { ...emailAttributes, required: "" });
  const name = createField(labels.name, nameAttributes);
  const save = element("button", { type: "submit", class: "button" }, labels.saveEmail);
  const intro = element("p", {}, labels.emailOffer);
  const form = element("form", { class: "offer", novalidate: "" });
  form.append(intro, email.element, name.element, save);
  const saved = element("span", {});
  const change = element("button", { type: "button", class: "link" }, labels.changeEmail);
  const result = element("p", { class: "notice" }, saved, " ", change);
  let isEditing = false;
  let state: State | undefined;

  function render(next: State) {
    state = next;
    const { hasOpenQuestion, settings, contact } = next;
    const isOffered = hasOpenQuestion && settings?.canEmail === true;
    form.hidden = !isOffered || (contact.email !== "" && !isEditing);
    result.hidden = !isOffered || !form.hidden;
    setText(saved, contact.email ? labels.emailSaved(contact.email) : "");
  }

  async function submit() {
    const contact = { name: name.input.value.trim(), email: email.input.value.trim() };
    const problem = contact.email === "" ? labels.emailRequired : labels.emailInvalid;
    if (!isEmail(contact.email)) {
      email.showProblem(problem);
      return email.input.focus();
    }
    email.showProblem("");
    setText(save, labels.savingEmail);
    save.setAttribute("aria-disabled", "true");
    const failure = await saveContact(contact);
    setText(save, labels.saveEmail);
    save.removeAttribute("aria-disabled");
    if (failure) {
      return email.showProblem(
        failure === "invalid" ? labels.emailInvalid : labels.notSaved(failure),
      );
    }
    isEditing = false;
    if (state) render(state);
    return change.focus();
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!save.hasAttribute("aria-disabled")) void submit();
  });
  change.addEventListener("click", () => {
    isEditing = true;
    email.input.value = state?.contact.email ?? "";
    name.input.value = state?.contact.name ?? "";
    if (state) render(state);
    email.input.focus();
  });

  return { elements: [form, result], render };
}
