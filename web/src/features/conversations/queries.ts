// Queries of the conversations screen.

import { useInfiniteQuery, useQuery } from "@connectrpc/connect-query";
import { keepPreviousData } from "@tanstack/react-query";
import { pagination } from "../../api/listing";
import { useLazyQuery } from "../../api/use-lazy-query";
import { useSession } from "../../entities/session/session";
import { toTestTraffic } from "../../entities/test-traffic/test-traffic";
import { Screen } from "../../gen/parlor/options/v1/screen_pb";
import { ConversationState } from "../../gen/parlor/v1/conversation_pb";
import { ConversationService } from "../../gen/parlor/v1/conversation_service_pb";
import type { ListEscalationsResponse } from "../../gen/parlor/v1/escalation_service_pb";
import type { ListUsersResponse } from "../../gen/parlor/v1/user_service_pb";
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

const loadListEscalations = async () =>
  (await import("../../gen/parlor/v1/escalation_service_pb")).EscalationService.method
    .listEscalations;

const loadListUsers = async () =>
  (await import("../../gen/parlor/v1/user_service_pb")).UserService.method.listUsers;

/** Returns questions by conversation. Oldest come first, so that the newer of two is used. */
const toQuestions = ({ escalations }: ListEscalationsResponse): ReadonlyMap<string, string> =>
  new Map(escalations.map(({ conversationId, question }) => [conversationId, question]));

const toUsers = ({ users }: ListUsersResponse) => users;

/**
 * Loads the open questions by conversation. Rows show them because the newest message there is the
 * bot's notice that it asked staff.
 */
export function useOpenQuestions(communityId: string): ReadonlyMap<string, string> {
  const { may } = useSession();
  const request = { communityId, limit: maxRows };
  const options = { enabled: may(Screen.ESCALATIONS), select: toQuestions };
  return useLazyQuery(loadListEscalations, request, options) ?? noQuestions;
}

/** Loads the possible assignees. Only administrators may list users. */
export function useColleagues() {
  const { user } = useSession();
  const options = { enabled: user.parlorRole === "admin", select: toUsers };
  const users = useLazyQuery(loadListUsers, { limit: maxRows }, options) ?? [];
  return users.filter(({ id }) => id !== user.id);
}
