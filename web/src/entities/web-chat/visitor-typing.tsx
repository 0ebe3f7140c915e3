import { useSyncExternalStore } from "react";
import { Icon } from "../../ui";
import "../typing/typing.css";
import { isVisitorTyping, subscribeTyping } from "../typing/typing-users";
import { labels } from "./labels";

/** Announces that the visitor is typing. Empty if not. */
export function VisitorTyping({ chatId }: { chatId: string }) {
  const isTyping = useSyncExternalStore(subscribeTyping, () => isVisitorTyping(chatId));
  return (
    <p className="typing-notice" role="status">
      {isTyping ? (
        <>
          <Icon name="pen" size="small" />
          {labels.visitorTyping}
        </>
      ) : null}
    </p>
  );
}
