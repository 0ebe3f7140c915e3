import { toLoadMore } from "../../api/listing";
import { toProblem } from "../../api/problem";
import { listLabels } from "../../entities/conversation/list-labels";
import type { InboxItem } from "../../gen/parlor/v1/inbox_service_pb";
import type { SetUrlState } from "../../lib/use-url-state";
import { Button, EmptyState, ErrorState } from "../../ui";
import { TwoPaneList, TwoPaneSkeleton } from "../../ui/two-pane";
import { ItemRow } from "./item-row";
import { emptySortTexts, emptyTexts, labels } from "./labels";
import type { useInboxItems } from "./queries";
import { type InboxUrlState, itemId, nothingOpen } from "./url-state";

type Props = {
  query: ReturnType<typeof useInboxItems>;
  items: readonly InboxItem[];
  selected: string;
  urlState: InboxUrlState;
  setUrlState: SetUrlState<InboxUrlState>;
};

const usualRowHeight = 104;

/** Texts, emails and web chats, the newest message first. */
export function ItemList({ query, items, selected, urlState, setUrlState }: Props) {
  const { state, channel, community, assigned, tests, sort, words } = urlState;
  if (items.length > 0)
    return (
      <TwoPaneList
        rows={items.map((item) => ({ id: itemId(item), item }))}
        selected={selected}
        usual={usualRowHeight}
        more={toLoadMore(query)}
        draw={({ id, item }) => (
          <ItemRow item={item} current={id === selected} urlState={urlState} />
        )}
      />
    );
  if (query.data) {
    const isFiltered = Boolean(channel || community || assigned || tests || sort || words);
    const copy = words
      ? {
          title: labels.noMatches,
          text: labels.noMatchesText(words),
        }
      : sort
        ? emptySortTexts[sort]
        : emptyTexts[state];
    const showAll = () =>
      setUrlState({
        ...nothingOpen,
        channel: "",
        community: "",
        assigned: "",
        tests: "",
        sort: "",
        words: "",
      });
    return (
      <EmptyState
        {...copy}
        action={isFiltered ? <Button onPress={showAll}>{labels.clearFilters}</Button> : null}
      />
    );
  }
  if (query.error)
    return (
      <ErrorState
        title={listLabels.loadFailed}
        problem={toProblem(query.error)}
        onRetry={() => query.refetch()}
      />
    );
  return <TwoPaneSkeleton label={listLabels.loading} />;
}
