// Tells colleagues that the user types a reply, and hears of those who do in the same thread.

import { useMutation } from "@connectrpc/connect-query";
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from "react";
import { subscribeTyping, typingNames } from "../../api/typing-users";
import { ConversationService } from "../../gen/parlor/v1/conversation_service_pb";
import { EmailThreadService } from "../../gen/parlor/v1/email_thread_service_pb";

/** Milliseconds between two reports while the user types; a report holds for 10 seconds. */
const reportInterval = 4000;

/** The thread of a reply. At most one ID is set; without one, nobody else can write there. */
type Thread = { conversationId?: string; emailThreadId?: string };

export type Typing = ReturnType<typeof useTyping>;

export function useTyping({ conversationId = "", emailThreadId = "" }: Thread) {
  const thread = conversationId || emailThreadId;
  const names = useSyncExternalStore(subscribeTyping, () => typingNames(thread));
  const [hasAsked, setHasAsked] = useState(false);
  const inConversation = useMutation(ConversationService.method.reportConversationTyping);
  const inEmail = useMutation(EmailThreadService.method.reportEmailTyping);
  /** When the last report was sent; 0 if colleagues know of no typing. */
  const reportedAt = useRef(0);

  // A report that fails is missed for seconds, which does not disturb the user.
  const report = (hasStopped: boolean) => {
    reportedAt.current = hasStopped ? 0 : Date.now();
    if (conversationId) inConversation.mutate({ id: conversationId, hasStopped });
    else if (emailThreadId) inEmail.mutate({ id: emailThreadId, hasStopped });
  };
  const stop = () => {
    if (reportedAt.current > 0) report(true);
  };
  const stopOnLeave = useEffectEvent(stop);
  // Leaving the thread is not an event of the field.
  useEffect(() => () => stopOnLeave(), []);

  const isAsking = hasAsked && names.length > 0;
  return {
    /** Names of the colleagues who type in the thread. */
    names,
    /** The user pressed Send while a colleague types; sending once more sends. */
    isAsking,
    /** The user changed the reply to this text. */
    change(text: string) {
      if (text.trim() === "") stop();
      else if (Date.now() - reportedAt.current >= reportInterval) report(false);
    },
    /** Whether a reply may be sent now; asks once while a colleague types. */
    confirm(): boolean {
      const mayLeave = names.length === 0 || isAsking;
      setHasAsked(!mayLeave);
      if (mayLeave) stop();
      return mayLeave;
    },
  };
}
