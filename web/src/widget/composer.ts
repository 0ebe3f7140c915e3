// The field for the next message. Outside of office hours it asks for an email address before the first one.
import type { Contact } from "./calls";
import { element, icon, setText } from "./dom";
import { createField, emailAttributes, isEmail, nameAttributes } from "./field";
import { labels } from "./labels";
import { createPhotoPicker } from "./photo-picker";
import { needsEmail, type State } from "./state";

export type ComposerActions = {
  send(body: string, photos: readonly string[], contact?: Contact): void;
  keepDraft(text: string): void;
};

/** Maximum length of a message in characters. */
const maxLength = 1000;
/** The remaining characters are shown from this number on. */
const shownLeft = 100;

function createForm() {
  const text = element("textarea", {
    id: "message",
    class: "input input--message",
    rows: "1",
    maxlength: String(maxLength),
    placeholder: labels.messagePlaceholder,
    enterkeyhint: "send",
    "aria-describedby": "characters",
  });
  const label = element("label", { for: "message", class: "visually-hidden" }, labels.message);
  const button = element("button", { type: "submit", class: "send", "aria-label": labels.send });
  button.append(icon("send"));
  const left = element("p", { id: "characters", class: "characters" });
  const name = createField(labels.name, nameAttributes);
  const email = createField(labels.email, { ...emailAttributes, required: "" });
  const contact = element("div", { class: "contact" }, email.element, name.element);
  const picker = createPhotoPicker();
  const line = element("div", { class: "composer__line" }, picker.button, label, text, button);
  const form = element("form", { class: "composer", novalidate: "" }, contact, ...picker.elements);
  form.append(line, left);
  return { form, contact, email, name, text, left, picker };
}

export function createComposer({ send, keepDraft }: ComposerActions, draft: string) {
  const { form, contact, email, name, text, left, picker } = createForm();
  let asksForEmail = false;

  function adjustHeight() {
    text.style.setProperty("height", "auto");
    // Includes the border.
    if (text.scrollHeight > 0) text.style.setProperty("height", `${text.scrollHeight + 2}px`);
    const remaining = maxLength - text.value.length;
    setText(left, remaining <= shownLeft ? labels.charactersLeft(remaining) : "");
  }

  function fill(value: string) {
    text.value = value;
    keepDraft(value);
    adjustHeight();
  }

  function emailProblem(): string {
    const given = email.input.value.trim();
    if (given === "") return labels.emailRequired;
    return isEmail(given) ? "" : labels.emailInvalid;
  }

  function submit() {
    const body = text.value.trim();
    const problem = asksForEmail ? emailProblem() : "";
    email.showProblem(problem);
    if (problem) return email.input.focus();
    text.focus();
    const reading = picker.whenAdded();
    if (reading) return void reading.then(submit);
    if (body === "" && picker.isEmpty()) return undefined;
    fill("");
    const given = { name: name.input.value.trim(), email: email.input.value.trim() };
    return send(body, picker.take(), asksForEmail ? given : undefined);
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    submit();
  });
  text.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    submit();
  });
  text.addEventListener("input", () => fill(text.value));
  text.value = draft;

  return {
    element: form,
    focus: () => (asksForEmail && email.input.value === "" ? email.input : text).focus(),
    clear: () => {
      fill("");
      picker.clear();
    },
    /** Puts a message that was not sent before what is in the field. */
    restore: (body: string, photos: readonly string[] = []) => {
      picker.restore(photos);
      fill(
        [body, text.value]
          .filter((part) => part !== "")
          .join("\n")
          .slice(0, maxLength),
      );
      text.focus();
    },
    render: (state: State) => {
      const wasHidden = form.hidden;
      form.hidden = state.phase !== "ready";
      asksForEmail = needsEmail(state) && state.outgoing.length === 0;
      contact.hidden = !asksForEmail;
      if (state.isEmailRefused && asksForEmail)
        email.showProblem(emailProblem() || labels.emailInvalid);
      if (wasHidden && !form.hidden) adjustHeight();
    },
  };
}
