import { timestampDate } from "@bufbuild/protobuf/wkt";
import { Link } from "react-router";
import { TestBadge } from "../../entities/test-traffic/test-traffic";
import { labels, verificationLabels, visitorLabel } from "../../entities/web-chat/labels";
import type { WebChat } from "../../gen/parlor/v1/web_chat_pb";
import { showDirectionMarks } from "../../lib/direction-marks";
import { formatShortDate } from "../../lib/format-date";
import { useNow } from "../../lib/use-now";
import { Badge, UnitPlate } from "../../ui";
import { chatLabels, messageCountLabel } from "./labels";
import { toSearch, type WebChatUrlState } from "./url-state";

type Props = { chat: WebChat; current: boolean; urlState: WebChatUrlState };

/** A chat in the list. */
export function ChatRow({ chat, current, urlState }: Props) {
  const now = useNow();
  const { verifiedVisitor: verified } = chat;
  const at = chat.lastMessageAt ? timestampDate(chat.lastMessageAt) : undefined;
  return (
    <Link
      className="inquiry"
      to={toSearch({ ...urlState, id: chat.id })}
      aria-current={current ? "true" : undefined}
    >
      <span className="inquiry__who">
        <UnitPlate unit={verified?.unit ?? ""} />
        <span className="truncate">{visitorLabel(chat)}</span>
      </span>
      <span className="row row--wrap">
        <TestBadge isTest={chat.isTest} />
        {chat.hasOpenQuestion ? <Badge tone="warning">{labels.openQuestion}</Badge> : null}
        {at ? (
          <time className="caption nowrap" dateTime={at.toISOString()}>
            {formatShortDate(at, new Date(now))}
          </time>
        ) : null}
      </span>
      <span className="inquiry__question">
        {showDirectionMarks(chat.snippet) || chatLabels.noText}
      </span>
      <span className="inquiry__foot">
        <span className="truncate">{chat.communityLabel}</span>
        {verified ? (
          <span className="nowrap">{verificationLabels[verified.verification]}</span>
        ) : null}
        {chat.isAfterHours ? <span className="nowrap">{labels.afterHours}</span> : null}
        <span className="nowrap">{messageCountLabel(chat.messageCount)}</span>
      </span>
    </Link>
  );
}
