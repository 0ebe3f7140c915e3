import { timestampDate, timestampMs } from "@bufbuild/protobuf/wkt";
import { Link } from "react-router";
import { listLabels } from "../../entities/conversation/list-labels";
import { stateLabels } from "../../entities/conversation/state-labels";
import { PriorityBadge } from "../../entities/priority/priority";
import { useSession } from "../../entities/session/session";
import { TestBadge } from "../../entities/test-traffic/test-traffic";
import { visitorLabel } from "../../entities/web-chat/labels";
import { InboxChannel, type InboxItem, InboxState } from "../../gen/parlor/v1/inbox_service_pb";
import { showDirectionMarks } from "../../lib/direction-marks";
import { formatDateTime, formatShortDate } from "../../lib/format-date";
import { residentName } from "../../lib/names";
import { useNow } from "../../lib/use-now";
import { Icon, UnitPlate } from "../../ui";
import { ChannelMark } from "./channel-mark";
import { labels, replyDueLabel, toChannelName } from "./labels";
import { type InboxUrlState, itemPlace, toSearch } from "./url-state";

type Props = { item: InboxItem; current: boolean; urlState: InboxUrlState };

export function itemName({ name, phone, email, channel }: InboxItem): string {
  if (channel === InboxChannel.WEB_CHAT) return visitorLabel({ name, email });
  return email ? showDirectionMarks(name || email) : residentName(name, phone);
}

/** Short label of the item's state. */
function ItemState({ item, now }: { item: InboxItem; now: Date }) {
  const { user } = useSession();
  const { state, assigneeId, assigneeName, snoozedUntil } = item;
  if (state === InboxState.SNOOZED && snoozedUntil)
    return (
      <span className="inquiry__state inquiry__state--info">
        <Icon name="clock" size="small" />
        {labels.snoozedUntil(formatDateTime(timestampDate(snoozedUntil), now))}
      </span>
    );
  if (state === InboxState.BOT)
    return (
      <span className="inquiry__state">
        <Icon name="door" size="small" />
        {stateLabels.withBot}
      </span>
    );
  if (assigneeId)
    return (
      <span className="inquiry__state">
        <Icon name="persona" size="small" />
        {assigneeId === user.id ? labels.yours : assigneeName}
      </span>
    );
  return state === InboxState.OPEN ? (
    <span className="inquiry__state inquiry__state--warning">
      <Icon name="bell" size="small" />
      {labels.unassigned}
    </span>
  ) : null;
}

/** When the reply to an open item is due. */
function ReplyDue({ item, now }: { item: InboxItem; now: Date }) {
  const { state, replyDueAt } = item;
  if (state !== InboxState.OPEN || !replyDueAt) return null;
  const due = timestampMs(replyDueAt);
  return (
    <span
      className={due > now.getTime() ? "inquiry__state" : "inquiry__state inquiry__state--danger"}
    >
      <Icon name="clock" size="small" />
      {replyDueLabel(due, now.getTime())}
    </span>
  );
}

/** A text conversation, an email or a web chat in the list. */
export function ItemRow({ item, current, urlState }: Props) {
  const now = new Date(useNow());
  const { unit, subject, preview, isUnread, isTest, communityLabel, lastMessageAt } = item;
  const at = lastMessageAt ? timestampDate(lastMessageAt) : undefined;
  return (
    <Link
      className={isUnread ? "inquiry item-row" : "inquiry inquiry--calm item-row"}
      to={toSearch({ ...urlState, ...itemPlace(item) })}
      aria-current={current ? "true" : undefined}
    >
      <ChannelMark channel={toChannelName(item.channel)} />
      <span className="inquiry__who">
        <UnitPlate unit={unit} />
        <span className="truncate">{itemName(item)}</span>
        {isUnread ? (
          <span className="inquiry__new">
            <span className="visually-hidden">{labels.unread}</span>
          </span>
        ) : null}
      </span>
      <span className="inquiry__when caption nowrap">
        <TestBadge isTest={isTest} />
        {at ? <time dateTime={at.toISOString()}>{formatShortDate(at, now)}</time> : null}
      </span>
      <span className="inquiry__question">
        {subject ? <b>{showDirectionMarks(subject)}</b> : null}
        {showDirectionMarks(preview) || listLabels.noMessages}
      </span>
      <span className="inquiry__foot">
        <PriorityBadge priority={item.priority} />
        <ItemState item={item} now={now} />
        <ReplyDue item={item} now={now} />
        <span className="truncate">{communityLabel}</span>
      </span>
    </Link>
  );
}
