import { toLoadMore } from "../../api/listing";
import { toProblem } from "../../api/problem";
import { CommunitySelect } from "../../entities/community/community-select";
import { useShortcuts } from "../../entities/shortcut/use-shortcuts";
import { TestTrafficSelect } from "../../entities/test-traffic/test-traffic";
import { useMedia } from "../../lib/use-media";
import type { SetUrlState } from "../../lib/use-url-state";
import { Button, Checkbox, EmptyState, ErrorState, KeyCap } from "../../ui";
import { TwoPaneList, TwoPaneSkeleton } from "../../ui/two-pane";
import { ChatDetail } from "./chat-detail";
import { ChatRow } from "./chat-row";
import { chatLabels, labels } from "./labels";
import { useChats } from "./queries";
import { tabState, type WebChatUrlState } from "./url-state";

type Props = { urlState: WebChatUrlState; setUrlState: SetUrlState<WebChatUrlState> };

const estimatedRowHeight = 117;

/** The chats of visitors: the list and the selected chat. */
export default function ChatsTab({ urlState, setUrlState }: Props) {
  const narrow = useMedia("(max-width: 760px)");
  const query = useChats(urlState);
  const chats = query.data?.pages.flatMap((page) => page.chats) ?? [];
  // A wide window always shows a chat; a narrow one shows the list first.
  const selected = urlState.id || (narrow ? "" : (chats[0]?.id ?? ""));
  const at = chats.findIndex(({ id }) => id === selected);
  const walk = (step: number) => {
    const next = chats[at < 0 ? 0 : at + step];
    if (next) setUrlState({ id: next.id }, true);
  };
  useShortcuts("webChats", { j: () => walk(1), k: () => walk(-1) });
  return (
    <div className="desk" data-view={urlState.id ? "detail" : "list"}>
      <section className="desk__list" aria-label={chatLabels.list} aria-busy={query.isPending}>
        <Filters urlState={urlState} onChange={(change) => setUrlState({ ...change, id: "" })} />
        {query.data ? (
          chats.length > 0 ? (
            <>
              <TwoPaneList
                rows={chats}
                selected={selected}
                usual={estimatedRowHeight}
                more={toLoadMore(query)}
                draw={(chat) => (
                  <ChatRow chat={chat} current={chat.id === selected} urlState={urlState} />
                )}
              />
              <p className="desk__hint only-desk">
                <KeyCap>J</KeyCap>
                <KeyCap>K</KeyCap> {chatLabels.nextPrevious}
                <span className="row__grow" />
                <KeyCap>?</KeyCap> {chatLabels.allKeys}
              </p>
            </>
          ) : (
            <EmptyList urlState={urlState} setUrlState={setUrlState} />
          )
        ) : query.error ? (
          <ErrorState
            title={chatLabels.loadFailed}
            problem={toProblem(query.error)}
            onRetry={() => void query.refetch()}
            pending={query.isFetching}
          />
        ) : (
          <TwoPaneSkeleton label={chatLabels.loading} />
        )}
      </section>
      <ChatDetail id={selected} loading={query.isPending} onBack={() => setUrlState({ id: "" })} />
    </div>
  );
}

type FilterProps = {
  urlState: WebChatUrlState;
  onChange: (change: Partial<WebChatUrlState>) => void;
};

function Filters({ urlState, onChange }: FilterProps) {
  return (
    <div className="desk__filters desk__filters--rows">
      <CommunitySelect
        value={urlState.community}
        onChange={(community) => onChange({ community })}
      />
      <TestTrafficSelect value={urlState.tests} onChange={(tests) => onChange({ tests })} />
      <Checkbox
        label={chatLabels.openQuestionsOnly}
        isSelected={urlState.openQuestionsOnly}
        onChange={(openQuestionsOnly) => onChange({ openQuestionsOnly })}
      />
    </div>
  );
}

/** Empty state of the list, with the reason and one next step. */
function EmptyList({ urlState, setUrlState }: Props) {
  const { community, openQuestionsOnly, tests } = urlState;
  if (community || openQuestionsOnly || tests) {
    return (
      <EmptyState
        title={chatLabels.noMatches}
        text={chatLabels.noMatchesText}
        action={
          <Button onPress={() => setUrlState(tabState("chats"))}>{labels.clearFilters}</Button>
        }
      />
    );
  }
  return (
    <EmptyState
      title={chatLabels.none}
      text={chatLabels.noneText}
      action={<Button onPress={() => setUrlState(tabState("settings"))}>{chatLabels.setUp}</Button>}
    />
  );
}
