import { Link } from "react-router";
import { screenRule } from "../../entities/session/screen-access";
import { useSession } from "../../entities/session/session";
import { ChatDetail as Detail } from "../../entities/web-chat/chat-detail";
import { VisitorSummary } from "../../entities/web-chat/visitor-summary";
import { Screen } from "../../gen/parlor/options/v1/screen_pb";
import type { WebChat } from "../../gen/parlor/v1/web_chat_pb";
import { BackButton } from "../../ui";
import { chatLabels } from "./labels";

type Props = {
  /** Empty if the list has none to show. */
  id: string;
  /** The list is still loading, and may yet choose a chat. */
  loading: boolean;
  onBack: () => void;
};

/** The messages of the selected chat. */
export function ChatDetail({ id, loading, onBack }: Props) {
  return (
    <Detail
      id={id}
      loading={loading}
      onBack={onBack}
      header={(chat) => <ChatHeader chat={chat} onBack={onBack} />}
    />
  );
}

function ChatHeader({ chat, onBack }: { chat: WebChat; onBack: () => void }) {
  const { may } = useSession();
  const inbox = screenRule(Screen.OMNICHANNEL).path;
  return (
    <header className="case-head case-head--wrap">
      <BackButton onBack={onBack} />
      <VisitorSummary chat={chat} />
      {may(Screen.OMNICHANNEL) ? (
        <Link className="button button--small" to={`${inbox}?chat=${encodeURIComponent(chat.id)}`}>
          {chatLabels.openInInbox}
        </Link>
      ) : null}
    </header>
  );
}
