// Homeowners and answers in the palette. The server searches both in all communities.

import { useQuery } from "@connectrpc/connect-query";
import { keepPreviousData } from "@tanstack/react-query";
import { useRecentCommunities } from "../../entities/community/selected-community";
import { useCommunities } from "../../entities/community/use-communities";
import { useSession } from "../../entities/session/session";
import type { Screen } from "../../gen/parlor/options/v1/screen_pb";
import type { Answer } from "../../gen/parlor/v1/answer_pb";
import { type HomeownerAccount, HomeownerService } from "../../gen/parlor/v1/homeowner_service_pb";
import { KnowledgeService } from "../../gen/parlor/v1/knowledge_service_pb";
import { useDebounced } from "../../lib/use-debounced";
import { answersScreen } from "../screens";
import { type Entry, link } from "./palette-entry";

/** Maximum homeowners that a search returns. */
const maxHomeowners = 20;
/** Maximum answers that a search returns. */
const maxAnswers = 20;
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
  return answersScreen(useSession().entitlements);
}

/** Whether a text of an earlier search has all words as well. */
function hasWordsOf(texts: readonly string[], words: string) {
  const text = texts.join(" ").toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

const accountTexts = ({ name, unit, number, email, phones }: HomeownerAccount) => [
  ...[name, unit, number, email],
  ...phones,
];

const answerTexts = ({ question, samples, answer }: Answer) => [question, ...samples, answer];

export function useHomeownerEntries(words: string): Entry[] {
  const query = useSearchWords(words);
  const screen = useAnswersScreen();
  const { data: communities = [] } = useCommunities(screen !== undefined);
  const { data, isPlaceholderData } = useQuery(
    HomeownerService.method.searchHomeownerAccounts,
    { query, limit: maxHomeowners },
    { enabled: screen !== undefined && query !== "", placeholderData: keepPreviousData },
  );
  if (query === "" || screen === undefined) return [];
  const typed = words.trim();
  const isCurrent = !isPlaceholderData && typed === query;
  const labels = new Map(communities.map(({ id, label }) => [id, label]));
  // While a search loads, results of the previous one that have the words too remain.
  const accounts = (data?.accounts ?? []).filter(
    (account) => isCurrent || hasWordsOf(accountTexts(account), typed),
  );
  return accounts.map(({ id, name, number, unit, communityId: community }) => ({
    id: `homeowner-${id}`,
    title: [name || number, unit].filter(Boolean).join(", "),
    text: labels.get(community) ?? "",
    foundBy: typed,
    to: link(screen, { community, accounts: number }),
    community,
    icon: "people" as const,
  }));
}

export function useAnswerEntries(words: string): Entry[] {
  const query = useSearchWords(words);
  const screen = useAnswersScreen();
  const { data: communities = [] } = useCommunities(screen !== undefined);
  const firstCommunityIds = useRecentCommunities();
  const { data, isPlaceholderData } = useQuery(
    KnowledgeService.method.searchAnswers,
    { query, firstCommunityIds, limit: maxAnswers },
    { enabled: screen !== undefined && query !== "", placeholderData: keepPreviousData },
  );
  if (query === "" || screen === undefined) return [];
  const typed = words.trim();
  const isCurrent = !isPlaceholderData && typed === query;
  const labels = new Map(communities.map(({ id, label }) => [id, label]));
  // While a search loads, results of the previous one that have the words too remain.
  const answers = (data?.answers ?? []).filter(
    (answer) => isCurrent || hasWordsOf(answerTexts(answer), typed),
  );
  return answers.map(({ id, communityId: community, question }) => ({
    id: `answer-${community}-${id}`,
    title: question,
    text: labels.get(community) ?? "",
    foundBy: typed,
    to: link(screen, { community, answer: id }),
    community,
    icon: "book" as const,
  }));
}
