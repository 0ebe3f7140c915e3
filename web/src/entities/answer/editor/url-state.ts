// The state of the knowledge editor, kept in the URL.

import { type UrlStateCodec, useUrlState } from "../../../lib/use-url-state";
import type { AnswerOrder } from "../answer-rules";

/** ID of an answer that is being added. */
export const newAnswer = "new";

const orderNames: readonly string[] = ["category", "used", "changed"];

export type KnowledgeUrlState = {
  category: string;
  search: string;
  /** Shows unanswered questions only. */
  unansweredOnly: boolean;
  /** Shows expired and soon expiring answers only. */
  expiringOnly: boolean;
  order: AnswerOrder;
  /** The selected answer, or `newAnswer`. */
  answer: string;
  editing: boolean;
  /** The visible pane of a narrow window: "phone" for the test phone, empty for the answers. */
  view: string;
};

const paramNames: Record<keyof KnowledgeUrlState, string> = {
  category: "category",
  search: "q",
  unansweredOnly: "vain",
  expiringOnly: "expiring",
  order: "order",
  answer: "answer",
  editing: "edit",
  view: "view",
};

function toParam(value: string | boolean): string {
  if (typeof value === "boolean") return value ? "1" : "";
  return value;
}

const codec: UrlStateCodec<KnowledgeUrlState> = {
  read(params) {
    const order = params.get(paramNames.order) ?? "";
    return {
      category: params.get(paramNames.category) ?? "",
      search: params.get(paramNames.search) ?? "",
      unansweredOnly: params.get(paramNames.unansweredOnly) === "1",
      expiringOnly: params.get(paramNames.expiringOnly) === "1",
      order: orderNames.includes(order) ? (order as AnswerOrder) : "category",
      answer: params.get(paramNames.answer) ?? "",
      editing: params.get(paramNames.editing) === "1",
      view: params.get(paramNames.view) === "phone" ? "phone" : "",
    };
  },
  // Keeps other parameters of the screen.
  write(state, before) {
    const after = new URLSearchParams(before);
    for (const [name, value] of Object.entries(state)) {
      const param = paramNames[name as keyof KnowledgeUrlState];
      const text = toParam(value);
      if (text === "" || (param === "order" && text === "category")) after.delete(param);
      else after.set(param, text);
    }
    return after;
  },
};

export const useKnowledgeUrlState = () => useUrlState(codec, { replace: true });
