// What somebody writes on an answer, and where it is kept.

import { useCurrent } from "../../../rpc/current";
import type { Values } from "./rules";
import { newAnswer } from "./use-place";

export type NewAnswer = Values & {
  samples: string;
  /** The resident's question that it was begun from; unset when nobody asked. */
  begun?: string;
};

export const emptyAnswer: NewAnswer = {
  question: "",
  answer: "",
  topic: "",
  source: "",
  samples: "",
};

/** The names under which one's own drafts of a community are kept, this person's alone. */
export function useDraftKeys(communityId: string) {
  const { user } = useCurrent();
  const of = (answerId: string) => `parlor.draft.${user.id}.${communityId}.${answerId}`;
  return { of, ofNew: of(newAnswer) };
}
