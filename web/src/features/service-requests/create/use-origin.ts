// A new request created from an escalation, a conversation or a draft: text, unit and contact.

import { useQuery } from "@connectrpc/connect-query";
import { splitSubject, toPlainText } from "../../../entities/draft/blocks";
import { useDraft } from "../../../entities/draft/queries";
import { withoutPlaceholder } from "../../../entities/message/placeholder";
import { Direction, type Message, type Resident } from "../../../gen/parlor/v1/conversation_pb";
import { ConversationService } from "../../../gen/parlor/v1/conversation_service_pb";
import type { Draft } from "../../../gen/parlor/v1/draft_pb";
import { EscalationService } from "../../../gen/parlor/v1/escalation_service_pb";
import { useCreateUrlState } from "./url-state";

type Found = {
  communityId: string;
  phone: string;
  resident?: Resident;
  words: string;
};

const maxTitleLength = 120;
const maxWordsLength = 4000;
/** Maximum number of the resident's newest messages to use as text. */
const maxMessages = 3;

/** Returns the first sentence of a text, short enough for a title. */
export function toTitle(words: string): string {
  const [sentence = ""] = words.trim().split(/(?<=[.!?])\s|\n/);
  const plain = sentence.replace(/[.!]+$/, "");
  if (plain.length <= maxTitleLength) return plain;
  return `${plain.slice(0, maxTitleLength - 1).replace(/\s+\S*$/, "")}…`;
}

/** Returns the resident's latest messages, oldest first, back to the last reply. */
export function toWords(messages: readonly Message[]): string {
  const texts = messages.filter(({ direction }) => direction === Direction.INBOUND);
  return texts
    .slice(-maxMessages)
    .map(({ body }) => withoutPlaceholder(body).trim())
    .filter(Boolean)
    .join("\n");
}

function toValues({ communityId, phone, resident, words }: Found) {
  return {
    communityId,
    title: toTitle(words),
    description: words.slice(0, maxWordsLength),
    unit: resident?.unit ?? "",
    contactName: resident?.name ?? "",
    contactEmail: resident?.email ?? "",
    contactPhone: phone,
    notifyResident: phone !== "",
  };
}

/** Returns the subject and text of a drafted request. */
export function toDraftedValues({ communityId, title, text }: Draft) {
  const { subject, body } = splitSubject(text);
  return {
    communityId,
    title: toTitle(subject || title),
    description: toPlainText(body).slice(0, maxWordsLength),
    notifyResident: false,
  };
}

type Origins = { escalation: unknown; conversation: unknown; draft: unknown };

function toKind({ escalation, conversation, draft }: Origins) {
  if (escalation) return "escalation" as const;
  if (conversation) return "conversation" as const;
  return draft ? ("draft" as const) : undefined;
}

/** Initial values of the form, and the IDs of the request's origin. */
export function useOrigin() {
  const {
    escalation: escalationId,
    conversation: conversationId,
    draft: draftId,
  } = useCreateUrlState();
  const escalationQuery = useQuery(
    EscalationService.method.getEscalation,
    { id: escalationId },
    { enabled: escalationId !== "" },
  );
  const conversationQuery = useQuery(
    ConversationService.method.getConversation,
    { id: conversationId },
    { enabled: conversationId !== "" && escalationId === "" },
  );
  const draftQuery = useDraft(draftId);
  const { draft } = draftQuery;
  const escalation = escalationQuery.data?.escalation;
  const conversation = conversationQuery.data?.conversation;
  const found: Found | undefined = escalation
    ? { ...escalation, words: withoutPlaceholder(escalation.question) }
    : conversation && { ...conversation, words: toWords(conversationQuery.data?.messages ?? []) };
  return {
    isLoading: escalationQuery.isLoading || conversationQuery.isLoading || draftQuery.isLoading,
    hasFailed: escalationQuery.isError || conversationQuery.isError || draftQuery.error !== null,
    kind: toKind({ escalation, conversation, draft }),
    /** Separates the stored drafts of requests with different origins. */
    key: escalationId || conversationId || draftId,
    values: found ? toValues(found) : draft && toDraftedValues(draft),
    ids: {
      escalationId: escalation ? escalation.id : "",
      conversationId: escalation ? escalation.conversationId : (conversation?.id ?? ""),
    },
  };
}

/** What a request was created from. */
export type Origin = ReturnType<typeof useOrigin>;
