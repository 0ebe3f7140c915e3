import { timestampDate } from "@bufbuild/protobuf/wkt";
import type { ReactNode } from "react";
import type { WebChat } from "../../gen/parlor/v1/web_chat_pb";
import type { VerifiedVisitor } from "../../gen/parlor/v1/web_chat_visitor_pb";
import { showDirectionMarks } from "../../lib/direction-marks";
import { formatFullDateTime } from "../../lib/format-date";
import { Avatar, Badge, UnitPlate } from "../../ui";
import { DetailTitle } from "../../ui/two-pane";
import { TestBadge } from "../test-traffic/test-traffic";
import { labels, visitorLabel } from "./labels";
import { VerificationBadge } from "./verification-badge";

type Props = {
  chat: WebChat;
  /** Further badges. */
  children?: ReactNode;
};

/** Who the visitor is or claims to be, where the chat takes place, and its badges. */
export function VisitorSummary({ chat, children }: Props) {
  const { communityLabel, name, email, page, startedAt, verifiedVisitor: verified } = chat;
  const at = startedAt ? formatFullDateTime(timestampDate(startedAt)) : "";
  const given = verified ? verifiedFacts(verified) : [name ? showDirectionMarks(email) : ""];
  const facts = [communityLabel, ...given, at].filter(Boolean);
  const isUnverified = !verified && (name !== "" || email !== "");
  return (
    <>
      <Avatar name={verified?.name || name} className="only-desk" />
      <div className="row__grow stack stack--tight">
        <div className="case-head__name">
          <DetailTitle>{visitorLabel(chat)}</DetailTitle>
          <UnitPlate unit={verified?.unit ?? ""} />
        </div>
        <p className="caption" title={isUnverified ? labels.unverified : undefined}>
          {facts.join(" · ")}
        </p>
        {page ? (
          <p className="caption truncate" title={page}>
            {labels.startedOn(showDirectionMarks(page))}
          </p>
        ) : null}
      </div>
      <span className="row row--wrap">
        {verified ? <VerificationBadge verification={verified.verification} /> : null}
        <TestBadge isTest={chat.isTest} />
        {chat.isAfterHours ? <Badge>{labels.afterHours}</Badge> : null}
        {chat.hasOpenQuestion ? <Badge tone="warning">{labels.openQuestion}</Badge> : null}
        {children}
      </span>
    </>
  );
}

/** What a visitor proved, and when. */
function verifiedFacts({ email, verifiedAt, accountCount }: VerifiedVisitor): string[] {
  const at = verifiedAt ? formatFullDateTime(timestampDate(verifiedAt)) : "";
  return [
    labels.verifiedAt(showDirectionMarks(email), at),
    accountCount === 1 ? "" : labels.accounts(accountCount),
  ];
}
