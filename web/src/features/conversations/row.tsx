import { timestampDate } from "@bufbuild/protobuf/wkt";
import { Link } from "react-router";
import type { Conversation } from "../../gen/parlor/v1/conversation_pb";
import { useNow } from "../../lib/now";
import { shortWhen } from "../../lib/when";
import { useCurrent } from "../../rpc/current";
import { Count, Icon, Marked, UnitPlate } from "../../ui";
import { type Place, searchOf } from "./use-place";
import { claimWords, nameOf, standingOf, waits } from "./words";

type Props = {
  conversation: Conversation;
  /** What waits in it for an answer. */
  asked: string | undefined;
  current: boolean;
  place: Place;
};

/** One conversation in the list. Where words were asked for, it shows the place that has them. */
export function Row({ conversation, asked, current, place }: Props) {
  const { user } = useCurrent();
  const now = useNow();
  const { id, resident, preview, unread, found, optedOut, communityLabel } = conversation;
  const at = found?.sentAt ?? conversation.lastMessageAt;
  const standing = standingOf(conversation);
  // Once somebody has it, the newest message is theirs or an answer to them.
  const text = waits(conversation) && asked ? asked : preview;
  return (
    <Link
      className={unread > 0 ? "inquiry inquiry--unread" : "inquiry"}
      to={searchOf({ ...place, id })}
      aria-current={current ? "true" : undefined}
    >
      <span className="inquiry__who">
        <UnitPlate unit={resident?.unit ?? ""} />
        <span className="truncate">{nameOf(conversation)}</span>
      </span>
      <span className="inquiry__aside">
        {unread > 0 ? <Count value={unread} accent label="unread" /> : null}
        {at ? (
          <time className="caption nowrap" dateTime={timestampDate(at).toISOString()}>
            {shortWhen(timestampDate(at), new Date(now))}
          </time>
        ) : null}
      </span>
      <span className="inquiry__question">
        {found ? <Marked parts={found.parts} /> : text || "No messages yet"}
      </span>
      <span className="inquiry__foot">
        <span className={`standing standing--${standing.tone}`}>
          <Icon name={standing.icon} size="small" />
          {claimWords(conversation, user.id) && standing.tone === "outline"
            ? claimWords(conversation, user.id)
            : standing.words}
        </span>
        <span className="truncate">{communityLabel}</span>
        {optedOut ? <span className="nowrap">Opted out</span> : null}
      </span>
    </Link>
  );
}
