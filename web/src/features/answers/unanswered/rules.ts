// What residents asked in vain, without a screen.

import { timestampMs } from "@bufbuild/protobuf/wkt";
import type { Gap } from "../../../gen/parlor/v1/gap_service_pb";
import { isFilledIn } from "../../../lib/sure";

/** A question that the bot had no answer for. */
export type Unanswered = {
  /** Of the text that asked it last. */
  id: string;
  /** In its most typical words. */
  question: string;
  /** Other typical words. */
  ways: readonly string[];
  /** In how many other ways it was asked. */
  otherWays: number;
  /** How often it was asked. */
  times: number;
  /** By how many residents. */
  residents: number;
  /** When it was asked last, in milliseconds. */
  last: number;
  /** What staff replied the last time; empty when nobody did. */
  reply: string;
  /** The question of the knowledge base that it asks: one without an answer, or whose answer expired. */
  known: { id: string; expired: boolean } | undefined;
};

/** The gaps of a community as they are shown. */
export function unansweredOf(gaps: readonly Gap[]): Unanswered[] {
  return gaps.map(({ id, wordings, ways, asked, residents, lastAskedAt, reply, nearest }) => {
    const [question = "", ...others] = wordings;
    const meant = nearest && isFilledIn(nearest.confidence) && nearest.communityId !== "";
    return {
      id,
      question,
      ways: others,
      otherWays: Math.max(ways - 1, 0),
      times: asked,
      residents,
      last: lastAskedAt ? timestampMs(lastAskedAt) : 0,
      reply,
      known:
        meant && (nearest.waiting || nearest.expired)
          ? { id: nearest.answerId, expired: nearest.expired }
          : undefined,
    };
  });
}
