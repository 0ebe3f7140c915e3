// Queries and mutations of the users section.

import {
  createConnectQueryKey,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from "@connectrpc/connect-query";
import { useMutationState, useQueryClient } from "@tanstack/react-query";
import { pagination } from "../../../api/listing";
import { SessionService } from "../../../gen/parlor/v1/session_service_pb";
import { UserState } from "../../../gen/parlor/v1/user_pb";
import { UserService } from "../../../gen/parlor/v1/user_service_pb";

const methods = UserService.method;

export function useUserList(companyId: string, find: string) {
  return useInfiniteQuery(methods.listUsers, { companyId, query: find, pageToken: "" }, pagination);
}

/** Loads a user that a link names and the list does not contain. */
export function useUser(id: string, enabled: boolean) {
  return useQuery(methods.getUser, { id }, { enabled: enabled && id !== "" });
}

/** Returns a function that refreshes the users and the session, which may be of a changed user. */
export function useRefresh() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [UserService, SessionService].map((schema) =>
        client.invalidateQueries({
          queryKey: createConnectQueryKey({ schema, cardinality: undefined }),
        }),
      ),
    );
}

export function useUpdateUser() {
  return useMutation(methods.updateUser, { onSettled: useRefresh() });
}

export function useResendInvitation() {
  return useMutation(methods.resendInvitation, { onSettled: useRefresh() });
}

const deactivationKey = ["deactivate user"];
const reactivationKey = ["reactivate user"];

export function useDeactivateUser() {
  return useMutation(methods.deactivateUser, {
    mutationKey: deactivationKey,
    onSettled: useRefresh(),
  });
}

export function useReactivateUser() {
  return useMutation(methods.reactivateUser, {
    mutationKey: reactivationKey,
    onSettled: useRefresh(),
  });
}

function usePending(mutationKey: string[]): Set<string | undefined> {
  const ids = useMutationState({
    filters: { mutationKey, status: "pending" },
    select: (mutation) => (mutation.state.variables as { id?: string } | undefined)?.id,
  });
  return new Set(ids);
}

/** Returns the state of a user while a deactivation or reactivation is pending. */
export function usePendingStates(): (id: string) => UserState | undefined {
  const closed = usePending(deactivationKey);
  const opened = usePending(reactivationKey);
  return (id) => {
    if (closed.has(id)) return UserState.DEACTIVATED;
    return opened.has(id) ? UserState.ACTIVE : undefined;
  };
}
