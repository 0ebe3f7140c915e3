// Drafts of answers, and the keys under which they are stored.

import { draftKey } from "../../../lib/drafts";
import { useSession } from "../../session/session";
import type { AnswerValues } from "../answer-rules";
import { newAnswer } from "./url-state";

export type NewAnswerDraft = AnswerValues & {
  samples: string;
  /** The resident's question that the answer was started from. Unset without one. */
  begun?: string;
};

export const emptyAnswer: NewAnswerDraft = {
  question: "",
  answer: "",
  category: "",
  source: "",
  samples: "",
};

/** Storage keys of the user's drafts in a community. */
export function useDraftKeys(communityId: string) {
  const { user } = useSession();
  const of = (answerId: string) => draftKey("answer", user.id, communityId, answerId);
  return { of, ofNew: of(newAnswer) };
}
