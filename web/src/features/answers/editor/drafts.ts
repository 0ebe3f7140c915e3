// What somebody writes on an answer, and where it is kept.

import type { Values } from "./rules";
import { newAnswer } from "./use-place";

export type NewAnswer = Values & { samples: string };

export const emptyAnswer: NewAnswer = {
  question: "",
  answer: "",
  topic: "",
  source: "",
  samples: "",
};

export function draftKey(communityId: string, answerId: string): string {
  return `parlor.draft.${communityId}.${answerId}`;
}

export function newDraftKey(communityId: string): string {
  return draftKey(communityId, newAnswer);
}
