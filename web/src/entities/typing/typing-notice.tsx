import { Icon } from "../../ui";
import { typingLabel } from "./labels";
import "./typing.css";
import type { Typing } from "./use-typing";

/** Announces which colleagues are typing a reply in the same thread. Empty if none are. */
export function TypingNotice({ typing }: { typing: Typing }) {
  const text = typingLabel(typing.names, typing.isAsking);
  return (
    <p className="typing-notice" role="status" data-asks={typing.isAsking || undefined}>
      {text ? (
        <>
          <Icon name="pen" size="small" />
          {text}
        </>
      ) : null}
    </p>
  );
}
