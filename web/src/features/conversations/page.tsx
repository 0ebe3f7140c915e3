import { Suspense, useRef, useState } from "react";
import { toLoadMore } from "../../api/listing";
import { toProblem } from "../../api/problem";
import { listLabels } from "../../entities/conversation/list-labels";
import { useConversationActions } from "../../entities/conversation/use-conversation-actions";
import { useShortcuts } from "../../entities/shortcut/use-shortcuts";
import type { Conversation } from "../../gen/parlor/v1/conversation_pb";
import { lazyWithReload } from "../../lib/lazy";
import { useDebounced } from "../../lib/use-debounced";
import { useMedia } from "../../lib/use-media";
import { ErrorState, KeyCap } from "../../ui";
import { TwoPaneList, TwoPaneSkeleton } from "../../ui/two-pane";
import { ConversationRow } from "./conversation-row";
import { Filters } from "./filters";
import { keyHints, labels } from "./labels";
import { useConversations, useCounts, useOpenQuestions } from "./queries";
import { StateFilter } from "./state-filter";
import { type ConversationsUrlState, useConversationsUrlState } from "./url-state";

const loadDetail = () => import("../../entities/conversation/conversation-detail");
// Loaded in parallel with the page: a wide window always shows a conversation.
loadDetail().catch(() => undefined);
const ConversationDetail = lazyWithReload(async () => ({
  default: (await loadDetail()).ConversationDetail,
}));
/** Loaded when it is shown, which is rare. */
const EmptyList = lazyWithReload(() => import("./empty-list"));

const estimatedRowHeight = 117;
const searchDelay = 250;

/** Conversations with residents: the list and the selected conversation. */
export default function ConversationsPage() {
  const [urlState, setUrlState] = useConversationsUrlState();
  const narrow = useMedia("(max-width: 760px)");
  const words = useDebounced(urlState.words, searchDelay);
  const query = useConversations(urlState, words);
  const counts = useCounts(urlState.community).data;
  const search = useRef<HTMLInputElement>(null);
  // The field shows the typed text immediately; the URL follows.
  const [typed, setTyped] = useState(urlState.words);

  const shown = query.data?.pages.flatMap((page) => page.conversations) ?? [];
  // A wide window always shows a conversation; a narrow one shows the list first.
  const selected = urlState.id || (narrow ? "" : (shown[0]?.id ?? ""));
  const at = shown.findIndex(({ id }) => id === selected);
  const walk = (step: number) => {
    const next = shown[at < 0 ? 0 : at + step];
    if (next) setUrlState({ id: next.id }, true);
  };
  const actions = useConversationActions((id) => {
    // Selects the next conversation, because this one may have left the filtered list.
    if (!urlState.state) return;
    const from = shown.findIndex((one) => one.id === id);
    const next = shown[from + 1] ?? shown[from - 1];
    setUrlState({ id: narrow ? "" : (next?.id ?? "") }, true);
  });
  useShortcuts("conversations", {
    j: () => walk(1),
    k: () => walk(-1),
    "/": () => search.current?.focus(),
  });

  return (
    <>
      <div className="screen-head">
        <h1 className="screen-title">{labels.title}</h1>
        <StateFilter
          counts={counts}
          narrow={narrow}
          value={urlState.state}
          onChange={(state) => setUrlState({ state, id: "" })}
        />
      </div>
      <div className="desk" data-view={urlState.id ? "detail" : "list"}>
        <section className="desk__list" aria-label={labels.title} aria-busy={query.isPending}>
          <Filters
            typed={typed}
            onType={(text) => {
              setTyped(text);
              setUrlState({ words: text.trim(), id: "" }, true);
            }}
            urlState={urlState}
            mine={counts?.mine ?? 0}
            searchRef={search}
            onChange={(change) => setUrlState({ ...change, id: "" })}
          />
          <ConversationList
            {...{ query, shown, selected, urlState }}
            onReset={(change) => {
              setUrlState(change);
              setTyped("");
            }}
          />
        </section>
        <Suspense fallback={<article className="desk__detail" aria-busy="true" />}>
          <ConversationDetail
            id={selected}
            listed={shown[at]}
            loading={query.isPending}
            chosen={urlState.id !== ""}
            words={words}
            actions={actions}
            onBack={() => setUrlState({ id: "" })}
          />
        </Suspense>
      </div>
    </>
  );
}

type ListProps = {
  query: ReturnType<typeof useConversations>;
  shown: readonly Conversation[];
  selected: string;
  urlState: ConversationsUrlState;
  /** Clears filters that match nothing. */
  onReset: (change: Partial<ConversationsUrlState>) => void;
};

function ConversationList({ query, shown, selected, urlState, onReset }: ListProps) {
  const openQuestions = useOpenQuestions(urlState.community);
  if (!query.data) {
    return query.error ? (
      <ErrorState
        title={listLabels.loadFailed}
        problem={toProblem(query.error)}
        onRetry={() => query.refetch()}
      />
    ) : (
      <TwoPaneSkeleton label={listLabels.loading} />
    );
  }
  if (shown.length === 0) {
    return (
      <Suspense>
        <EmptyList urlState={urlState} setUrlState={onReset} />
      </Suspense>
    );
  }
  return (
    <>
      <TwoPaneList
        rows={shown}
        selected={selected}
        usual={estimatedRowHeight}
        more={toLoadMore(query)}
        draw={(one) => (
          <ConversationRow
            conversation={one}
            openQuestion={openQuestions.get(one.id)}
            current={one.id === selected}
            urlState={urlState}
          />
        )}
      />
      <KeyHints />
    </>
  );
}

function KeyHints() {
  return (
    <p className="desk__hint desk__hint--short only-desk">
      <span>
        <KeyCap>J</KeyCap> <KeyCap>K</KeyCap> {keyHints.nextPrevious}
      </span>
      <span>
        <KeyCap>R</KeyCap> {keyHints.reply}
      </span>
      <span>
        <KeyCap>E</KeyCap> {keyHints.resolve}
      </span>
      <span>
        <KeyCap>?</KeyCap> {keyHints.all}
      </span>
    </p>
  );
}
