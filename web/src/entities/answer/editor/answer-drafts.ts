// What somebody writes on an answer, and where it is kept.

import { useSession } from "../../session/session";
import type { AnswerValues } from "../answer-rules";
import { newAnswer } from "./url-state";

export type NewAnswerDraft = AnswerValues & {
  samples: string;
  /** The resident's question that it was begun from; unset when nobody asked. */
  begun?: string;
};

export const emptyAnswer: NewAnswerDraft = {
  question: "",
  answer: "",
  category: "",
  source: "",
  samples: "",
};

/** The names under which one's own drafts of a community are kept, this person's alone. */
export function useDraftKeys(communityId: string) {
  const { user } = useSession();
  const of = (answerId: string) => `parlor.draft.${user.id}.${communityId}.${answerId}`;
  return { of, ofNew: of(newAnswer) };
}
