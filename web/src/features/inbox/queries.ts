// Queries and mutations of the inbox.

import type { DescMethodUnary } from "@bufbuild/protobuf";
import {
  createConnectQueryKey,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from "@connectrpc/connect-query";
import { keepPreviousData, useQueryClient } from "@tanstack/react-query";
import { pagination } from "../../api/listing";
import { pagedList, useAllPages } from "../../api/use-all-pages";
import { toTestTraffic } from "../../entities/test-traffic/test-traffic";
import { CannedReplyService } from "../../gen/parlor/v1/canned_reply_service_pb";
import { ChannelHealthService } from "../../gen/parlor/v1/channel_health_service_pb";
import { InboxService } from "../../gen/parlor/v1/inbox_service_pb";
import { MacroService } from "../../gen/parlor/v1/macro_service_pb";
import { ReplyTargetService } from "../../gen/parlor/v1/reply_target_service_pb";
import { RoutingRuleService } from "../../gen/parlor/v1/routing_rule_service_pb";
import { assignedLabels } from "./labels";
import { channels, type InboxUrlState, orders, states } from "./url-state";

const inbox = InboxService.method;
const canned = CannedReplyService.method;

/** `query` must be debounced: each value is a search. */
export function useInboxItems(urlState: InboxUrlState, query: string) {
  const { state, channel, community, assigned, tests, sort } = urlState;
  return useInfiniteQuery(
    inbox.listInboxItems,
    {
      state: states[state],
      channel: channels[channel],
      communityId: community,
      assignment: assignedLabels[assigned].value,
      testTraffic: toTestTraffic(tests),
      query,
      order: orders[sort],
      pageToken: "",
    },
    { ...pagination, placeholderData: keepPreviousData },
  );
}

export function useInboxCounts(communityId: string) {
  return useQuery(inbox.countInboxItems, { communityId }, { placeholderData: keepPreviousData });
}

/** How often the health of channels is read again, in milliseconds. */
const healthInterval = 60_000;

const channelHealth = pagedList(ChannelHealthService.method.listChannelHealth, "channels");

/** Whether channels work; the ones with a problem first. */
export function useChannelHealth() {
  return useAllPages(
    channelHealth,
    {},
    { refetchInterval: healthInterval, staleTime: healthInterval / 2 },
  );
}

/** Identifies a person: a phone number or an email address in a community. */
export type PersonKey = { communityId: string; phone: string; email: string };

export function usePerson(key: PersonKey | undefined) {
  const { communityId = "", phone = "", email = "" } = key ?? {};
  return useQuery(
    inbox.getInboxPerson,
    { communityId, phone, email },
    { enabled: communityId !== "" && (phone !== "" || email !== "") },
  );
}

function usePersonMutation<M extends DescMethodUnary>(method: M) {
  const client = useQueryClient();
  const queryKey = createConnectQueryKey({ schema: InboxService, cardinality: undefined });
  return useMutation<M["input"], M["output"]>(method as never, {
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}

export const useMergePerson = () => usePersonMutation(inbox.mergeInboxPerson);
export const useUnmergePerson = () => usePersonMutation(inbox.unmergeInboxPerson);

const cannedReplies = pagedList(canned.listCannedReplies, "cannedReplies");

export const useCannedReplies = () => useAllPages(cannedReplies, {});

/** Returns a function that refetches the canned replies. */
export function useRefreshCannedReplies() {
  const client = useQueryClient();
  const queryKey = createConnectQueryKey({ schema: CannedReplyService, cardinality: undefined });
  return () => client.invalidateQueries({ queryKey });
}

function useCannedReplyMutation<M extends DescMethodUnary>(method: M) {
  const refresh = useRefreshCannedReplies();
  return useMutation<M["input"], M["output"]>(method as never, { onSettled: () => refresh() });
}

export const useDeleteCannedReply = () => useCannedReplyMutation(canned.deleteCannedReply);
export const useCreateCannedReply = () => useCannedReplyMutation(canned.createCannedReply);

const macros = MacroService.method;

export const useMacros = () => useQuery(macros.listMacros, {});

/** Returns a function that refetches the macros. */
export function useRefreshMacros() {
  const client = useQueryClient();
  const queryKey = createConnectQueryKey({ schema: MacroService, cardinality: undefined });
  return () => client.invalidateQueries({ queryKey });
}

function useMacroMutation<M extends DescMethodUnary>(method: M) {
  const refresh = useRefreshMacros();
  return useMutation<M["input"], M["output"]>(method as never, { onSettled: () => refresh() });
}

export const useDeleteMacro = () => useMacroMutation(macros.deleteMacro);
export const useCreateMacro = () => useMacroMutation(macros.createMacro);

const routing = RoutingRuleService.method;

export const useRoutingRules = () => useQuery(routing.listRoutingRules, {});

/** Returns a function that refetches the routing rules. */
export function useRefreshRoutingRules() {
  const client = useQueryClient();
  const queryKey = createConnectQueryKey({ schema: RoutingRuleService, cardinality: undefined });
  return () => client.invalidateQueries({ queryKey });
}

function useRoutingRuleMutation<M extends DescMethodUnary>(method: M) {
  const refresh = useRefreshRoutingRules();
  return useMutation<M["input"], M["output"]>(method as never, { onSettled: () => refresh() });
}

export const useCreateRoutingRule = () => useRoutingRuleMutation(routing.createRoutingRule);
export const useMoveRoutingRule = () => useRoutingRuleMutation(routing.moveRoutingRule);
export const useDeleteRoutingRule = () => useRoutingRuleMutation(routing.deleteRoutingRule);

export const useReplyTargets = () => useQuery(ReplyTargetService.method.getReplyTargets, {});

/** Returns a function that refetches the reply targets. */
export function useRefreshReplyTargets() {
  const client = useQueryClient();
  const queryKey = createConnectQueryKey({ schema: ReplyTargetService, cardinality: undefined });
  return () => client.invalidateQueries({ queryKey });
}
