// What the administration of people reads and writes.

import {
  createConnectQueryKey,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from "@connectrpc/connect-query";
import { useMutationState, useQueryClient } from "@tanstack/react-query";
import { SessionService } from "../../../gen/parlor/v1/session_service_pb";
import { UserState } from "../../../gen/parlor/v1/user_pb";
import { UserService } from "../../../gen/parlor/v1/user_service_pb";
import { pagesOf } from "../../../rpc/listing";

const methods = UserService.method;

export function useUserList(companyId: string, find: string) {
  return useInfiniteQuery(
    methods.listUsers,
    { companyId, searchQuery: find, pageToken: "" },
    pagesOf,
  );
}

/** One who is not in the list: by a link. */
export function useUser(id: string, enabled: boolean) {
  return useQuery(methods.getUser, { id }, { enabled: enabled && id !== "" });
}

/** The list, and oneself where it was oneself who was changed. */
export function useReadAgain() {
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

export function useChange() {
  return useMutation(methods.updateUser, { onSettled: useReadAgain() });
}

export function useInviteAgain() {
  return useMutation(methods.inviteUserAgain, { onSettled: useReadAgain() });
}

const closing = ["account is closed"];
const opening = ["account is opened"];

export function useDeactivate() {
  return useMutation(methods.deactivateUser, { mutationKey: closing, onSettled: useReadAgain() });
}

export function useReactivate() {
  return useMutation(methods.reactivateUser, { mutationKey: opening, onSettled: useReadAgain() });
}

function usePending(mutationKey: string[]): Set<string | undefined> {
  const ids = useMutationState({
    filters: { mutationKey, status: "pending" },
    select: (mutation) => (mutation.state.variables as { id?: string } | undefined)?.id,
  });
  return new Set(ids);
}

/** Closing and opening shows at once, while the server is asked. */
export function useTurning(): (id: string) => UserState | undefined {
  const closed = usePending(closing);
  const opened = usePending(opening);
  return (id) => {
    if (closed.has(id)) return UserState.DEACTIVATED;
    return opened.has(id) ? UserState.ACTIVE : undefined;
  };
}
