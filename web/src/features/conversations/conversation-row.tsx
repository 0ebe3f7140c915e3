import { timestampDate } from "@bufbuild/protobuf/wkt";
import { Link } from "react-router";
import { claimLabel, residentLabel, toStateLabel } from "../../entities/conversation/labels";
import { listLabels } from "../../entities/conversation/list-labels";
import { needsReply } from "../../entities/conversation/rules";
import { PriorityBadge } from "../../entities/priority/priority";
import { useSession } from "../../entities/session/session";
import { TestBadge } from "../../entities/test-traffic/test-traffic";
import type { Conversation } from "../../gen/parlor/v1/conversation_pb";
import { showDirectionMarks } from "../../lib/direction-marks";
import { formatShortDate } from "../../lib/format-date";
import { useNow } from "../../lib/use-now";
import { Count, Highlight, Icon, UnitPlate } from "../../ui";
import { labels } from "./labels";
import { type ConversationsUrlState, toSearch } from "./url-state";

type Props = {
  conversation: Conversation;
  /** The open question of the conversation. */
  openQuestion: string | undefined;
  current: boolean;
  urlState: ConversationsUrlState;
};

/** A conversation in the list. In a search, it shows the matching text. */
export function ConversationRow({ conversation, openQuestion, current, urlState }: Props) {
  const { user } = useSession();
  const now = useNow();
  const { id, resident, preview, unread, found, optedOut, communityLabel } = conversation;
  const at = found?.sentAt ?? conversation.lastMessageAt;
  const state = toStateLabel(conversation);
  // Shows the open question only while the conversation is unassigned.
  const text = needsReply(conversation) && openQuestion ? openQuestion : preview;
  return (
    <Link
      className={unread > 0 ? "inquiry inquiry--unread" : "inquiry inquiry--calm"}
      to={toSearch({ ...urlState, id })}
      aria-current={current ? "true" : undefined}
    >
      <span className="inquiry__who">
        <UnitPlate unit={resident?.unit ?? ""} />
        <span className="truncate">{residentLabel(conversation)}</span>
      </span>
      <span className="row">
        <TestBadge isTest={conversation.isTest} />
        {unread > 0 ? <Count value={unread} accent label={labels.unread} /> : null}
        {at ? (
          <time className="caption nowrap" dateTime={timestampDate(at).toISOString()}>
            {formatShortDate(timestampDate(at), new Date(now))}
          </time>
        ) : null}
      </span>
      <span className="inquiry__question">
        {found ? (
          <Highlight parts={found.parts} />
        ) : (
          showDirectionMarks(text) || listLabels.noMessages
        )}
      </span>
      <span className="inquiry__foot">
        <PriorityBadge priority={conversation.priority} />
        <span className={`inquiry__state inquiry__state--${state.tone}`}>
          <Icon name={state.icon} size="small" />
          {claimLabel(conversation, user.id) && state.tone === "outline"
            ? claimLabel(conversation, user.id)
            : state.label}
        </span>
        <span className="truncate">{communityLabel}</span>
        {optedOut ? <span className="nowrap">{labels.optedOut}</span> : null}
      </span>
    </Link>
  );
}
