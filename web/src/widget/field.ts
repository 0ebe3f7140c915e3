// A field for the name or the email address of the visitor.
import { element, setText } from "./dom";

export type Field = {
  element: HTMLElement;
  input: HTMLInputElement;
  /** Shows what is wrong; empty if nothing is. */
  showProblem(problem: string): void;
};

let count = 0;

export function createField(label: string, attributes: Readonly<Record<string, string>>): Field {
  count += 1;
  const id = `field-${count}`;
  const problem = element("p", { id: `${id}-problem`, class: "problem", role: "alert" });
  const input = element("input", { id, class: "input", ...attributes });
  const parts = [element("label", { for: id, class: "label" }, label), input, problem];
  problem.hidden = true;
  return {
    element: element("div", { class: "field" }, ...parts),
    input,
    showProblem: (text) => {
      problem.hidden = text === "";
      setText(problem, text);
      if (text) {
        input.setAttribute("aria-invalid", "true");
        input.setAttribute("aria-describedby", problem.id);
      } else {
        input.removeAttribute("aria-invalid");
        input.removeAttribute("aria-describedby");
      }
    },
  };
}

export const emailAttributes = {
  type: "email",
  autocomplete: "email",
  inputmode: "email",
  maxlength: "254",
};

export const nameAttributes = { type: "text", autocomplete: "name", maxlength: "120" };

/** Returns whether a text can be an email address. The server checks more. */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
}
