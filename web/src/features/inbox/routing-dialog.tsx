import type { DescMessage } from "@bufbuild/protobuf";
import { useState } from "react";
import { useCommunities } from "../../entities/community/use-communities";
import { useAssignees } from "../../entities/email-thread/queries";
import { useSession } from "../../entities/session/session";
import { FormDialog, FormMultiSelect, FormSelect, FormText, useContractForm } from "../../forms";
import { toastError } from "../../forms/toast-error";
import type { ContractForm } from "../../forms/use-contract-form";
import type { FieldName } from "../../forms/use-field";
import { InboxChannel } from "../../gen/parlor/v1/inbox_service_pb";
import {
  RoutingHours,
  type RoutingRule,
  RoutingRuleService,
} from "../../gen/parlor/v1/routing_rule_service_pb";
import { showDirectionMarks } from "../../lib/direction-marks";
import { Button, Dialog, SortableList, toast } from "../../ui";
import { labels } from "./labels";
import { ListState } from "./list-state";
import {
  useCreateRoutingRule,
  useDeleteRoutingRule,
  useMoveRoutingRule,
  useRefreshRoutingRules,
  useRoutingRules,
} from "./queries";
import { ReplyTargetsDialog } from "./reply-targets-dialog";
import {
  channelOptions,
  conditionLabel,
  hoursOptions,
  routingLabels,
  targetLabels,
  toUserName,
} from "./routing-labels";

type CloseProps = { onClose: () => void };

/** Lists routing rules; administrators add, edit, order and delete them. */
export default function RoutingDialog({ onClose }: CloseProps) {
  const [editing, setEditing] = useState<RoutingRule | "new" | "targets">();
  const close = () => setEditing(undefined);
  if (editing === "new") return <NewRule onClose={close} />;
  if (editing === "targets") return <ReplyTargetsDialog onClose={close} />;
  if (editing) return <EditRule rule={editing} onClose={close} />;
  return <RuleList onEdit={setEditing} onClose={onClose} />;
}

const noCondition = {
  channel: InboxChannel.UNSPECIFIED,
  communityId: "",
  category: "",
  hours: RoutingHours.UNSPECIFIED,
};

function toStart({ name, condition, assigneeIds }: RoutingRule) {
  const { channel, communityId, category, hours } = condition ?? noCondition;
  return { name, condition: { channel, communityId, category, hours }, assigneeIds };
}

function RuleList({
  onEdit,
  onClose,
}: CloseProps & { onEdit: (rule: RoutingRule | "new" | "targets") => void }) {
  const query = useRoutingRules();
  const rules = query.data?.routingRules ?? [];
  const isAdministrator = useSession().user.parlorRole === "admin";
  const change = useOrderChange(rules);
  const add = (
    <>
      <Button icon="clock" onPress={() => onEdit("targets")}>
        {targetLabels.title}
      </Button>
      <Button variant="primary" icon="plus" onPress={() => onEdit("new")}>
        {routingLabels.create}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      title={labels.routingRules}
      onClose={onClose}
      {...(isAdministrator ? { foot: add } : {})}
    >
      <p className="small secondary">
        {isAdministrator ? routingLabels.hint : routingLabels.readOnly}
      </p>
      <ListState query={query} isEmpty={rules.length === 0} empty={routingLabels.none} />
      {isAdministrator ? (
        <SortableList
          label={labels.routingRules}
          items={rules.map((rule) => ({
            value: rule.id,
            label: showDirectionMarks(rule.name),
            detail: showDirectionMarks(conditionLabel(rule)),
          }))}
          onChange={change}
          onEdit={(id) => onEdit(rules.find((rule) => rule.id === id) ?? "new")}
        />
      ) : (
        <ol className="template-list" aria-label={labels.routingRules}>
          {rules.map((rule) => (
            <li key={rule.id}>
              <div className="row__grow">
                <p className="canned__name">{showDirectionMarks(rule.name)}</p>
                <p className="small secondary">{showDirectionMarks(conditionLabel(rule))}</p>
              </div>
            </li>
          ))}
        </ol>
      )}
    </Dialog>
  );
}

/** Returns a function that saves a new order or a removal. */
function useOrderChange(rules: readonly RoutingRule[]) {
  const moving = useMoveRoutingRule();
  const deleting = useDeleteRoutingRule();
  const creating = useCreateRoutingRule();
  return (ids: string[]) => {
    const removed = rules.find(({ id }) => !ids.includes(id));
    if (removed) {
      const position = rules.indexOf(removed);
      // The position decides which rule applies. The dialog may be closed by then.
      const restore = async () => {
        const { routingRule } = await creating.mutateAsync(toStart(removed));
        if (routingRule) await moving.mutateAsync({ id: routingRule.id, position });
      };
      const onUndo = () => void restore().catch(toastError);
      const done = { title: routingLabels.deleted, text: removed.name, onUndo };
      deleting.mutate(
        { id: removed.id },
        { onError: toastError, onSuccess: () => toast.undo(done) },
      );
      return;
    }
    const place = ids.findIndex((id, index) => id !== rules[index]?.id);
    const first = ids[place];
    if (!first) return;
    // When two rules are swapped, the other one is now at the old position.
    const movedDown = rules[place];
    const isDown = movedDown && ids[place] === rules[place + 1]?.id;
    const id = isDown ? movedDown.id : first;
    moving.mutate({ id, position: ids.indexOf(id) }, { onError: toastError });
  };
}

function useSaved(onClose: () => void) {
  const refresh = useRefreshRoutingRules();
  return async () => {
    await refresh();
    toast.success(routingLabels.saved);
    onClose();
  };
}

function NewRule({ onClose }: CloseProps) {
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

function EditRule({ rule, onClose }: CloseProps & { rule: RoutingRule }) {
  const form = useContractForm(RoutingRuleService.method.updateRoutingRule, {
    start: { id: rule.id, ...toStart(rule) },
    onDone: useSaved(onClose),
  });
  return (
    <FormDialog of={form} title={routingLabels.edit} submit={routingLabels.save} onClose={onClose}>
      <Fields of={form} assigned={toAssignees(rule)} />
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
};

/** The fields of both forms, whose requests have them at the same paths. */
function Fields<I extends DescMessage>({ of, assigned = [] }: FieldsProps<I>) {
  const active = (useAssignees().data?.assignees ?? []).map(({ id, name }) => ({
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
        options={channelOptions}
        empty={routingLabels.textsAndEmails}
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
