// Queries of the conversations screen.

import {
  callUnaryMethod,
  useInfiniteQuery,
  useQuery,
  useTransport,
} from "@connectrpc/connect-query";
import { keepPreviousData, useQuery as usePlainQuery } from "@tanstack/react-query";
import { pagination } from "../../api/listing";
import { useSession } from "../../entities/session/session";
import { toTestTraffic } from "../../entities/test-traffic/test-traffic";
import { Screen } from "../../gen/parlor/options/v1/screen_pb";
import { ConversationState } from "../../gen/parlor/v1/conversation_pb";
import { ConversationService } from "../../gen/parlor/v1/conversation_service_pb";
import { type ConversationsUrlState, states } from "./url-state";

const methods = ConversationService.method;
const maxRows = 200;
const noQuestions: ReadonlyMap<string, string> = new Map();

/** `query` must be debounced: each value is a search. */
export function useConversations(
  { state, community, assigned, tests }: ConversationsUrlState,
  query: string,
) {
  const { user } = useSession();
  return useInfiniteQuery(
    methods.listConversations,
    {
      state: state ? states[state] : ConversationState.UNSPECIFIED,
      communityId: community,
      assignedToId: assigned === "me" ? user.id : assigned,
      query,
      testTraffic: toTestTraffic(tests),
      pageToken: "",
    },
    { ...pagination, placeholderData: keepPreviousData },
  );
}

export function useCounts(communityId: string) {
  return useQuery(
    methods.countConversations,
    { communityId },
    { placeholderData: keepPreviousData },
  );
}

/**
 * Loads the open questions by conversation. Rows show them because the newest message there is the
 * bot's notice that it asked staff.
 */
export function useOpenQuestions(communityId: string): ReadonlyMap<string, string> {
  const { may } = useSession();
  const transport = useTransport();
  const { data } = usePlainQuery({
    // Keyed below the service, so that events about escalations refresh it. The contract of the
    // service loads after the list.
    queryKey: ["connect-query", { serviceName: "parlor.v1.EscalationService", asked: communityId }],
    enabled: may(Screen.ESCALATIONS),
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const { EscalationService } = await import("../../gen/parlor/v1/escalation_service_pb");
      const { listEscalations } = EscalationService.method;
      const request = { communityId, limit: maxRows };
      return await callUnaryMethod(transport, listEscalations, request, { signal });
    },
    // Oldest first, so that the newer of two questions is shown.
    select: ({ escalations }) =>
      new Map(escalations.map(({ conversationId, question }) => [conversationId, question])),
  });
  return data ?? noQuestions;
}

/** Loads the possible assignees. Only administrators may list users. */
export function useColleagues() {
  const { user } = useSession();
  const transport = useTransport();
  const query = usePlainQuery({
    // Keyed below the service, whose contract loads after the list.
    queryKey: ["connect-query", { serviceName: "parlor.v1.UserService", limit: maxRows }],
    enabled: user.parlorRole === "admin",
    queryFn: async ({ signal }) => {
      const { UserService } = await import("../../gen/parlor/v1/user_service_pb");
      const request = { limit: maxRows };
      return await callUnaryMethod(transport, UserService.method.listUsers, request, { signal });
    },
  });
  return (query.data?.users ?? []).filter(({ id }) => id !== user.id);
}
