import { create } from "@bufbuild/protobuf";
import { timestampDate, timestampMs } from "@bufbuild/protobuf/wkt";
import { Link } from "react-router";
import { Screen } from "../../gen/parlor/options/v1/screen_pb";
import { MessagePhotoSchema, MessagePhotoState } from "../../gen/parlor/v1/conversation_pb";
import {
  type WebChat,
  WebChatAuthor,
  type WebChatMessage,
  type WebChatPhoto,
} from "../../gen/parlor/v1/web_chat_pb";
import { useNow } from "../../lib/use-now";
import { Button, Skeleton } from "../../ui";
import { Thread, type ThreadMessage } from "../../ui/thread";
import type { LoadMore } from "../../ui/use-load-more";
import { MessagePhotos } from "../message/message-photos";
import { screenRule } from "../session/screen-access";
import { useSession } from "../session/session";
import { labels, visitorLabel } from "./labels";
import { VisitorTyping } from "./visitor-typing";

type Props = {
  chat: WebChat;
  /** Oldest first. */
  messages: readonly WebChatMessage[];
  /** Loads older messages. Unset at the start of the chat. */
  older: LoadMore | undefined;
  /** Message that the screen is about. Without one, messages link to their escalations. */
  messageId?: string;
};

/** The messages of a web chat. */
export function ChatThread({ chat, messages, older, messageId = "" }: Props) {
  const { may } = useSession();
  const now = useNow();
  const hasLinks = messageId === "" && may(Screen.ESCALATIONS);
  return (
    <Thread
      key={chat.id}
      className="case-thread"
      label={labels.chatWith(visitorLabel(chat))}
      messages={messages.map((message) => toThreadMessage(message, { chat, now, hasLinks }))}
      highlightId={messages.length > 3 ? messageId : ""}
      before={older ? <OlderMessages {...older} /> : undefined}
      after={<VisitorTyping chatId={chat.id} />}
    />
  );
}

function OlderMessages({ pending, failed, onMore }: LoadMore) {
  return (
    <div className="thread__begin" role={failed ? "alert" : undefined}>
      {failed ? <p className="caption">{failed}</p> : null}
      <Button size="small" pending={pending} onPress={onMore}>
        {failed ? labels.tryAgain : labels.older}
      </Button>
    </div>
  );
}

/** Placeholder of the messages while they load. */
export function ChatThreadSkeleton() {
  return (
    <div className="case-thread stack" aria-busy="true">
      <p className="visually-hidden" role="status">
        {labels.loading}
      </p>
      <Skeleton wide="62%" high="40px" />
      <Skeleton wide="48%" high="40px" />
    </div>
  );
}

const senders: Record<WebChatAuthor, ThreadMessage["from"]> = {
  [WebChatAuthor.UNSPECIFIED]: "resident",
  [WebChatAuthor.VISITOR]: "resident",
  [WebChatAuthor.BOT]: "bot",
  [WebChatAuthor.STAFF]: "staff",
};

type Context = {
  chat: WebChat;
  /** In milliseconds. */
  now: number;
  /** Whether messages link to their escalations. */
  hasLinks: boolean;
};

function toThreadMessage(message: WebChatMessage, { chat, now, hasLinks }: Context): ThreadMessage {
  const { id, author, body, choices, botNote, escalationId, photos } = message;
  const at = message.sentAt ? timestampDate(message.sentAt) : new Date(0);
  const from = senders[author] ?? "resident";
  const names = {
    resident: visitorLabel(chat),
    bot: labels.bot,
    staff: message.authorName,
    note: "",
  };
  const sender = from === "staff" ? message.authorName : labels.photosFromVisitor;
  const isHeld = at.getTime() > now;
  const isSeen = chat.seenAt !== undefined && timestampMs(chat.seenAt) >= at.getTime();
  const status = isHeld ? labels.sending : isSeen ? labels.seen : labels.notSeen;
  return {
    id,
    from,
    name: names[from],
    body: [body, ...choices.map(labels.choice)].join("\n"),
    at,
    ...(photos.length > 0 ? { media: <ChatPhotos photos={photos} from={sender} /> } : {}),
    ...(from === "staff" ? { status, draft: isHeld } : {}),
    ...(botNote ? { steps: [{ name: labels.botStep, reason: botNote, at }] } : {}),
    ...(hasLinks && escalationId ? { extra: <EscalationLink id={escalationId} /> } : {}),
  };
}

function ChatPhotos({ photos, from }: { photos: readonly WebChatPhoto[]; from: string }) {
  const ready = photos.map(({ $typeName, ...photo }) =>
    create(MessagePhotoSchema, { ...photo, state: MessagePhotoState.READY }),
  );
  return <MessagePhotos photos={ready} from={from} />;
}

function EscalationLink({ id }: { id: string }) {
  const path = screenRule(Screen.ESCALATIONS).path;
  return <Link to={`${path}?id=${encodeURIComponent(id)}`}>{labels.openEscalation}</Link>;
}
