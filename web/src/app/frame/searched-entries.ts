// Homeowners and answers in the palette. The server lists them by community, so a search queries
// the recently selected communities first and then others, in waves, until it has enough results.

import { createQueryOptions, useTransport } from "@connectrpc/connect-query";
import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { useRecentCommunities } from "../../entities/community/selected-community";
import { useCommunities } from "../../entities/community/use-communities";
import { useSession } from "../../entities/session/session";
import { Screen } from "../../gen/parlor/options/v1/screen_pb";
import type { TextCommunity } from "../../gen/parlor/v1/community_pb";
import { HomeownerService } from "../../gen/parlor/v1/homeowner_service_pb";
import { KnowledgeService } from "../../gen/parlor/v1/knowledge_service_pb";
import { useDebounced } from "../../lib/use-debounced";
import { answersScreen, areAnswersHidden } from "../screens";
import { type Entry, link } from "./palette-entry";

/** Communities queried at once. The next wave follows if there are too few results. */
const waveSize = 10;
/** Maximum communities that one search queries. */
const maxCommunities = 50;
/** Number of results after which a search stops. */
const enough = 10;
/** Maximum results of each community. */
const maxFound = 5;
/** Minimum characters of a search. */
const minWords = 2;
/** Maximum characters that every search accepts. */
const maxWords = 100;
/** Delay after the last key, in milliseconds. */
const typingDelay = 200;

/** The words to search on the server; empty until there are enough. */
export function useSearchWords(words: string): string {
  const query = useDebounced(words.trim().slice(0, maxWords), typingDelay);
  return query.length < minWords ? "" : query;
}

/** The screen that shows the results; undefined where answers are hidden. */
function useAnswersScreen(): Screen | undefined {
  const { entitlements } = useSession();
  const screen = answersScreen(entitlements);
  return screen === Screen.ANSWERS && areAnswersHidden(entitlements) ? undefined : screen;
}

/** The communities that a search may query, most recently selected first. */
function useRankedCommunities(): TextCommunity[] {
  const { data = [] } = useCommunities(useAnswersScreen() !== undefined);
  const recent = useRecentCommunities();
  const rank = ({ id }: TextCommunity) => (recent.includes(id) ? recent.indexOf(id) : Infinity);
  return [...data]
    .sort((one, other) => (rank(one) === rank(other) ? 0 : rank(one) - rank(other)))
    .slice(0, maxCommunities);
}

/**
 * Returns the communities queried so far; none without a search. `goOn` gets their results and
 * queries the next wave.
 */
function useSearchedCommunities(query: string) {
  const all = useRankedCommunities();
  const [reached, setReached] = useState({ query: "", waves: 1 });
  const waves = reached.query === query ? reached.waves : 1;
  const communities = query === "" ? [] : all.slice(0, waves * waveSize);
  const goOn = (isAnswered: boolean, found: number) => {
    if (query === "" || !isAnswered || found >= enough) return;
    if (communities.length < all.length) setReached({ query, waves: waves + 1 });
  };
  return { communities, goOn };
}

const isAnswered = (pages: readonly { isPending: boolean }[]) =>
  pages.every(({ isPending }) => !isPending);

export function useHomeownerEntries(words: string): Entry[] {
  const transport = useTransport();
  const query = useSearchWords(words);
  const screen = useAnswersScreen();
  const { communities, goOn } = useSearchedCommunities(query);
  const list = HomeownerService.method.listHomeownerAccounts;
  const pages = useQueries({
    queries: communities.map(({ id: communityId }) =>
      createQueryOptions(list, { communityId, query, limit: maxFound }, { transport }),
    ),
  });
  const entries = communities.flatMap(({ id: community, label }, index) =>
    (pages[index]?.data?.accounts ?? []).slice(0, maxFound).map((account) => ({
      id: `homeowner-${account.id}`,
      title: [account.name || account.number, account.unit].filter(Boolean).join(", "),
      text: label,
      foundBy: query,
      to: link(screen ?? Screen.TURBO, { community, accounts: account.number }),
      community,
      icon: "people" as const,
    })),
  );
  goOn(isAnswered(pages), entries.length);
  return entries;
}

export function useAnswerEntries(words: string): Entry[] {
  const transport = useTransport();
  const query = useSearchWords(words);
  const screen = useAnswersScreen();
  const { communities, goOn } = useSearchedCommunities(query);
  const list = KnowledgeService.method.listAnswers;
  const pages = useQueries({
    queries: communities.map(({ id: communityId }) =>
      createQueryOptions(
        list,
        { communityId, query, limit: maxFound, answered: true },
        { transport },
      ),
    ),
  });
  const entries = communities.flatMap(({ id: community, label }, index) =>
    (pages[index]?.data?.answers ?? []).slice(0, maxFound).map((answer) => ({
      id: `answer-${community}-${answer.id}`,
      title: answer.question,
      text: label,
      foundBy: query,
      to: link(screen ?? Screen.TURBO, { community, answer: answer.id }),
      community,
      icon: "book" as const,
    })),
  );
  goOn(isAnswered(pages), entries.length);
  return entries;
}
