// Queries and mutations of internal notes.

import { createConnectQueryKey, useMutation, useQuery } from "@connectrpc/connect-query";
import { useQueryClient } from "@tanstack/react-query";
import type { ConversationService } from "../../gen/parlor/v1/conversation_service_pb";
import type { EmailThreadService } from "../../gen/parlor/v1/email_thread_service_pb";
import type { WebChatService } from "../../gen/parlor/v1/web_chat_service_pb";

type OfConversation = (typeof ConversationService)["method"];
type OfEmailThread = (typeof EmailThreadService)["method"];
type OfWebChat = (typeof WebChatService)["method"];

/** The methods for one kind of subject. The messages of all kinds have the same fields. */
export type NoteMethods = {
  list:
    | OfConversation["listNotes"]
    | OfEmailThread["listEmailNotes"]
    | OfWebChat["listWebChatNotes"];
  add: OfConversation["addNote"] | OfEmailThread["addEmailNote"] | OfWebChat["addWebChatNote"];
  remove:
    | OfConversation["deleteNote"]
    | OfEmailThread["deleteEmailNote"]
    | OfWebChat["deleteWebChatNote"];
};

const maxNotes = 50;

/** Loads the internal notes on a conversation, an email thread or a web chat, newest first. */
export function useNotes({ list }: NoteMethods, id: string) {
  return useQuery(list as OfConversation["listNotes"], { id, limit: maxNotes });
}

function useRefresh({ list }: NoteMethods) {
  const client = useQueryClient();
  const schema = list as OfConversation["listNotes"];
  const queryKey = createConnectQueryKey({ schema, cardinality: undefined });
  return () => client.invalidateQueries({ queryKey });
}

export function useAddNote(methods: NoteMethods) {
  const onSettled = useRefresh(methods);
  return useMutation(methods.add as OfConversation["addNote"], { onSettled });
}

export function useDeleteNote(methods: NoteMethods) {
  const onSettled = useRefresh(methods);
  return useMutation(methods.remove as OfConversation["deleteNote"], { onSettled });
}
