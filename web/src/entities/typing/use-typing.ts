// Reports that the user is typing a reply, and receives the reports of colleagues in the thread.

import { useMutation } from "@connectrpc/connect-query";
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from "react";
import type { ConversationService } from "../../gen/parlor/v1/conversation_service_pb";
import type { EmailThreadService } from "../../gen/parlor/v1/email_thread_service_pb";
import type { WebChatService } from "../../gen/parlor/v1/web_chat_service_pb";
import { subscribeTyping, typingNames } from "./typing-users";

/** Milliseconds between two reports while the user types. A report expires after 10 seconds. */
const reportInterval = 4000;

type InConversation = (typeof ConversationService)["method"]["reportConversationTyping"];
type InEmail = (typeof EmailThreadService)["method"]["reportEmailTyping"];
type InWebChat = (typeof WebChatService)["method"]["reportWebChatTyping"];

/** The thread of a reply, and the method for its kind. The messages of all kinds have the same fields. */
export type TypingThread = {
  /** Without an ID, there are no reports. */
  id: string;
  method: InConversation | InEmail | InWebChat;
};

export type Typing = ReturnType<typeof useTyping>;

export function useTyping({ id, method }: TypingThread) {
  const names = useSyncExternalStore(subscribeTyping, () => typingNames(id));
  const [hasTriedToSend, setHasTriedToSend] = useState(false);
  const reporting = useMutation(method as InConversation);
  /** When the last report was sent; 0 if none is active. */
  const reportedAt = useRef(0);

  // A failed report is replaced by the next one within seconds, so its error is ignored.
  const report = (hasStopped: boolean) => {
    reportedAt.current = hasStopped ? 0 : Date.now();
    if (id) reporting.mutate({ id, hasStopped });
  };
  const stop = () => {
    if (reportedAt.current > 0) report(true);
  };
  const stopOnLeave = useEffectEvent(stop);
  // Leaving the thread doesn't fire an event of the field.
  useEffect(() => () => stopOnLeave(), []);

  const isAsking = hasTriedToSend && names.length > 0;
  return {
    /** Names of the colleagues who type in the thread. */
    names,
    /** The user pressed Send while a colleague was typing. Pressing it again sends. */
    isAsking,
    /** The user changed the reply to this text. */
    change(text: string) {
      if (text.trim() === "") stop();
      else if (Date.now() - reportedAt.current >= reportInterval) report(false);
    },
    /** Whether a reply may be sent now. Asks for confirmation once while a colleague types. */
    confirm(): boolean {
      const mayLeave = names.length === 0 || isAsking;
      setHasTriedToSend(!mayLeave);
      if (mayLeave) stop();
      return mayLeave;
    },
  };
}
