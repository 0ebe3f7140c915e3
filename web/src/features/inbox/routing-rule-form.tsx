import type { DescMessage } from "@bufbuild/protobuf";
import { useCommunities } from "../../entities/community/use-communities";
import { useAssignees } from "../../entities/email-thread/queries";
import { useSession } from "../../entities/session/session";
import { FormDialog, FormMultiSelect, FormSelect, FormText, useContractForm } from "../../forms";
import type { ContractForm } from "../../forms/use-contract-form";
import type { FieldName } from "../../forms/use-field";
import { Screen } from "../../gen/parlor/options/v1/screen_pb";
import { InboxChannel } from "../../gen/parlor/v1/inbox_service_pb";
import {
  RoutingHours,
  type RoutingRule,
  RoutingRuleService,
} from "../../gen/parlor/v1/routing_rule_service_pb";
import { toast } from "../../ui";
import { useRefreshRoutingRules } from "./queries";
import {
  channelOptions,
  hoursOptions,
  routingLabels,
  toUserName,
  webChatOption,
} from "./routing-labels";

type CloseProps = { onClose: () => void };

const noCondition = {
  channel: InboxChannel.UNSPECIFIED,
  communityId: "",
  category: "",
  hours: RoutingHours.UNSPECIFIED,
};

/** Returns the values of a rule that forms start with. */
export function toStart({ name, condition, assigneeIds }: RoutingRule) {
  const { channel, communityId, category, hours } = condition ?? noCondition;
  return { name, condition: { channel, communityId, category, hours }, assigneeIds };
}

function useSaved(onClose: () => void) {
  const refresh = useRefreshRoutingRules();
  return async () => {
    await refresh();
    toast.success(routingLabels.saved);
    onClose();
  };
}

/** Creates a routing rule. */
export function NewRule({ onClose }: CloseProps) {
  const form = useContractForm(RoutingRuleService.method.createRoutingRule, {
    start: { name: "", condition: noCondition, assigneeIds: [] as string[] },
    onDone: useSaved(onClose),
  });
  return (
    <FormDialog
      of={form}
      title={routingLabels.create}
      submit={routingLabels.save}
      onClose={onClose}
    >
      <Fields of={form} />
    </FormDialog>
  );
}

/** Edits a routing rule. */
export function EditRule({ rule, onClose }: CloseProps & { rule: RoutingRule }) {
  const form = useContractForm(RoutingRuleService.method.updateRoutingRule, {
    start: { id: rule.id, ...toStart(rule) },
    onDone: useSaved(onClose),
  });
  return (
    <FormDialog of={form} title={routingLabels.edit} submit={routingLabels.save} onClose={onClose}>
      <Fields
        of={form}
        assigned={toAssignees(rule)}
        isOfWebChats={rule.condition?.channel === InboxChannel.WEB_CHAT}
      />
    </FormDialog>
  );
}

type Assignee = { value: string; label: string };

function toAssignees({ assigneeIds, assigneeNames }: RoutingRule): Assignee[] {
  return assigneeIds.map((value, at) => ({ value, label: toUserName(assigneeNames[at]) }));
}

type FieldsProps<I extends DescMessage> = {
  of: ContractForm<I>;
  /** Users of the saved rule. Those who were deactivated since can be removed from it. */
  assigned?: readonly Assignee[];
  /** The saved rule applies to web chats, which its company may have lost since. */
  isOfWebChats?: boolean;
};

/** The fields of both forms, whose requests have them at the same paths. */
function Fields<I extends DescMessage>({
  of,
  assigned = [],
  isOfWebChats = false,
}: FieldsProps<I>) {
  // Companies without the option have no web chats.
  const hasWebChats = useSession().may(Screen.WEB_CHAT) || isOfWebChats;
  const active = (useAssignees().data ?? []).map(({ id, name }) => ({
    value: id,
    label: name,
  }));
  const former = assigned.filter(({ value }) => active.every((one) => one.value !== value));
  const communities = useCommunities().data ?? [];
  const at = (name: "name" | "assigneeIds" | `condition.${keyof typeof noCondition}`) => ({
    of,
    name: name as FieldName<I>,
  });
  return (
    <>
      <FormText {...at("name")} label={routingLabels.name} />
      <FormSelect
        {...at("condition.channel")}
        label={routingLabels.channel}
        options={hasWebChats ? [...channelOptions, webChatOption] : channelOptions}
        empty={routingLabels.allChannels}
        numeric
      />
      <FormSelect
        {...at("condition.communityId")}
        label={routingLabels.community}
        options={communities.map(({ id, label }) => ({ value: id, label }))}
        empty={routingLabels.allCommunities}
      />
      <FormText
        {...at("condition.category")}
        label={routingLabels.category}
        description={routingLabels.categoryHint}
      />
      <FormSelect
        {...at("condition.hours")}
        label={routingLabels.hours}
        options={hoursOptions}
        empty={routingLabels.anyTime}
        numeric
      />
      <FormMultiSelect
        {...at("assigneeIds")}
        label={routingLabels.assignees}
        description={routingLabels.assigneesHint}
        options={[...active, ...former]}
      />
    </>
  );
}
