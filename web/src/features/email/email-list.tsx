import { timestampDate } from "@bufbuild/protobuf/wkt";
import { Link } from "react-router";
import { toLoadMore } from "../../api/listing";
import { toProblem } from "../../api/problem";
import {
  kindBadge,
  participantLabel,
  statusLabel,
  subjectLabel,
} from "../../entities/email-thread/labels";
import { hasPriorityBadge, PriorityBadge } from "../../entities/priority/priority";
import { useShortcuts } from "../../entities/shortcut/use-shortcuts";
import type { EmailMessage, EmailThread } from "../../gen/parlor/v1/email_thread_pb";
import { showDirectionMarks } from "../../lib/direction-marks";
import { formatShortDate } from "../../lib/format-date";
import { useNow } from "../../lib/use-now";
import type { SetUrlState } from "../../lib/use-url-state";
import { Badge, Button, EmptyState, ErrorState, Icon, UnitPlate } from "../../ui";
import { TwoPaneList, TwoPaneSkeleton } from "../../ui/two-pane";
import { emptyFolders, labels } from "./labels";
import { useEmailRows } from "./queries";
import { type EmailUrlState, toSearch } from "./url-state";

type Props = {
  urlState: EmailUrlState;
  /** Debounced. A search finds threads in every folder. */
  words: string;
  setUrlState: SetUrlState<EmailUrlState>;
};

const usualRowHeight = 92;

/** The threads or the outgoing emails of a folder. */
export function EmailList({ urlState, words, setUrlState }: Props) {
  const { isOutgoing, rows, query } = useEmailRows(urlState, words);
  const selected = isOutgoing ? urlState.email || urlState.id : urlState.id;
  const walk = (step: number) => {
    const at = rows?.findIndex(({ id }) => id === selected) ?? -1;
    const next = rows?.[at < 0 ? 0 : at + step];
    if (next?.thread) setUrlState({ id: next.id, email: "" }, true);
  };
  useShortcuts("emailList", { j: () => walk(1), k: () => walk(-1) });

  if (rows && rows.length > 0)
    return (
      <TwoPaneList
        rows={rows}
        selected={selected}
        usual={usualRowHeight}
        more={toLoadMore(query)}
        draw={({ thread, message }) =>
          thread ? (
            <ThreadRow thread={thread} current={thread.id === urlState.id} urlState={urlState} />
          ) : message ? (
            <OutgoingRow message={message} urlState={urlState} />
          ) : null
        }
      />
    );
  if (rows && words)
    return (
      <EmptyState
        title={labels.noMatches}
        text={labels.noMatchesText(words)}
        action={<Button onPress={() => setUrlState({ words: "" })}>{labels.clearSearch}</Button>}
      />
    );
  if (rows) return <EmptyState {...emptyFolders[urlState.folder]} />;
  if (query.error)
    return (
      <ErrorState
        title={labels.loadFailed}
        problem={toProblem(query.error)}
        onRetry={() => query.refetch()}
      />
    );
  return <TwoPaneSkeleton label={labels.loading} />;
}

type ThreadRowProps = { thread: EmailThread; current: boolean; urlState: EmailUrlState };

function ThreadRow({ thread, current, urlState }: ThreadRowProps) {
  const now = new Date(useNow());
  const kind = kindBadge(thread.kind);
  const at = thread.lastMessageAt ? timestampDate(thread.lastMessageAt) : undefined;
  return (
    <Link
      className={
        thread.isUnread ? "inquiry mail-row mail-row--unread" : "inquiry inquiry--calm mail-row"
      }
      to={toSearch({ ...urlState, id: thread.id, email: "" })}
      aria-current={current ? "true" : undefined}
    >
      <span className="inquiry__who">
        <UnitPlate unit={thread.unit} />
        <span className="truncate">{participantLabel(thread)}</span>
        {thread.isUnread ? (
          <span className="inquiry__new">
            <span className="visually-hidden">{labels.unread}</span>
          </span>
        ) : null}
      </span>
      <span className="inquiry__when caption nowrap">
        {thread.hasAttachments ? (
          <span title={labels.hasAttachments}>
            <Icon name="tray" size="small" />
          </span>
        ) : null}
        {at ? <time dateTime={at.toISOString()}>{formatShortDate(at, now)}</time> : null}
      </span>
      <span className="mail-row__subject truncate">{subjectLabel(thread)}</span>
      <span className="inquiry__question mail-row__text">{showDirectionMarks(thread.snippet)}</span>
      {kind || thread.assigneeName || hasPriorityBadge(thread.priority) ? (
        <span className="inquiry__foot">
          <PriorityBadge priority={thread.priority} />
          {kind ? (
            <Badge icon={kind.icon} {...(kind.tone ? { tone: kind.tone } : {})}>
              {kind.label}
            </Badge>
          ) : null}
          <span className="truncate">{thread.assigneeName}</span>
        </span>
      ) : null}
    </Link>
  );
}

function OutgoingRow({ message, urlState }: { message: EmailMessage; urlState: EmailUrlState }) {
  const now = new Date(useNow());
  const time = message.sendAt ?? message.at;
  const at = time ? timestampDate(time) : undefined;
  const isSent = urlState.folder === "sent";
  const place = isSent ? { id: message.threadId, email: "" } : { id: "", email: message.id };
  const current = isSent ? urlState.id === message.threadId : urlState.email === message.id;
  const status = isSent ? statusLabel(message.status) : undefined;
  return (
    <Link
      className="inquiry inquiry--calm mail-row"
      to={toSearch({ ...urlState, ...place })}
      aria-current={current ? "true" : undefined}
    >
      <span className="inquiry__who">
        <span className="truncate">
          {showDirectionMarks(message.to.join(", ")) || labels.noRecipient}
        </span>
      </span>
      <span className="inquiry__when caption nowrap">
        {at ? <time dateTime={at.toISOString()}>{formatShortDate(at, now)}</time> : null}
      </span>
      <span className="mail-row__subject truncate">{subjectLabel(message)}</span>
      <span className="inquiry__question mail-row__text">
        {showDirectionMarks(message.text) || labels.noText}
      </span>
      {status ? (
        <span className="inquiry__foot">
          <Badge tone="warning" icon="warning">
            {status}
          </Badge>
        </span>
      ) : null}
    </Link>
  );
}
