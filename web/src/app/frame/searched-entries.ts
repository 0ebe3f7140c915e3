// Homeowners and answers in the palette. The server lists them by community, so a search asks the
// communities that were selected last and then others, up to a limit.

import { createQueryOptions, useTransport } from "@connectrpc/connect-query";
import { useQueries } from "@tanstack/react-query";
import { useRecentCommunities } from "../../entities/community/selected-community";
import { useCommunities } from "../../entities/community/use-communities";
import { useSession } from "../../entities/session/session";
import { Screen } from "../../gen/parlor/options/v1/screen_pb";
import type { TextCommunity } from "../../gen/parlor/v1/community_pb";
import { HomeownerService } from "../../gen/parlor/v1/homeowner_service_pb";
import { KnowledgeService } from "../../gen/parlor/v1/knowledge_service_pb";
import { useDebounced } from "../../lib/use-debounced";
import { type Entry, link } from "./palette-entry";

/** Maximum communities that one search asks. */
const maxCommunities = 10;
/** Maximum entries of each community. */
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

/** The communities that a search asks, the last selected first; none while nothing is searched. */
function useSearchedCommunities(query: string): TextCommunity[] {
  const { data = [] } = useCommunities(useSession().may(Screen.TURBO));
  const recent = useRecentCommunities();
  if (query === "") return [];
  const rank = ({ id }: TextCommunity) => (recent.includes(id) ? recent.indexOf(id) : Infinity);
  return [...data]
    .sort((one, other) => (rank(one) === rank(other) ? 0 : rank(one) - rank(other)))
    .slice(0, maxCommunities);
}

export function useHomeownerEntries(words: string): Entry[] {
  const transport = useTransport();
  const query = useSearchWords(words);
  const communities = useSearchedCommunities(query);
  const list = HomeownerService.method.listHomeownerAccounts;
  const pages = useQueries({
    queries: communities.map(({ id: communityId }) =>
      createQueryOptions(list, { communityId, query, limit: maxFound }, { transport }),
    ),
  });
  return communities.flatMap(({ id: community, label }, index) =>
    (pages[index]?.data?.accounts ?? []).slice(0, maxFound).map((account) => ({
      id: `homeowner-${account.id}`,
      title: [account.name || account.number, account.unit].filter(Boolean).join(", "),
      text: label,
      foundBy: query,
      to: link(Screen.TURBO, { community, accounts: account.number }),
      community,
      icon: "people" as const,
    })),
  );
}

export function useAnswerEntries(words: string): Entry[] {
  const transport = useTransport();
  const query = useSearchWords(words);
  const communities = useSearchedCommunities(query);
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
  return communities.flatMap(({ id: community, label }, index) =>
    (pages[index]?.data?.answers ?? []).slice(0, maxFound).map((answer) => ({
      id: `answer-${community}-${answer.id}`,
      title: answer.question,
      text: label,
      foundBy: query,
      to: link(Screen.TURBO, { community, answer: answer.id }),
      community,
      icon: "book" as const,
    })),
  );
}
