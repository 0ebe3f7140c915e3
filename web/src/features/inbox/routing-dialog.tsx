import { useId, useState } from "react";
import { useSession } from "../../entities/session/session";
import { toastError } from "../../forms/toast-error";
import type { RoutingRule } from "../../gen/parlor/v1/routing_rule_service_pb";
import { showDirectionMarks } from "../../lib/direction-marks";
import { Button, Dialog, SortableList, toast } from "../../ui";
import { labels } from "./labels";
import { ListState } from "./list-state";
import {
  useCreateRoutingRule,
  useDeleteRoutingRule,
  useMoveRoutingRule,
  useRoutingRules,
} from "./queries";
import { ReplyTargetsDialog } from "./reply-targets-dialog";
import { conditionLabel, routingLabels, targetLabels } from "./routing-labels";
import { EditRule, NewRule, toStart } from "./routing-rule-form";

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

function RuleList({
  onEdit,
  onClose,
}: CloseProps & { onEdit: (rule: RoutingRule | "new" | "targets") => void }) {
  const query = useRoutingRules();
  const rules = query.data?.routingRules ?? [];
  const isAdministrator = useSession().user.parlorRole === "admin";
  const change = useOrderChange(rules);
  const addId = useId();
  const add = (
    <>
      <Button icon="clock" onPress={() => onEdit("targets")}>
        {targetLabels.title}
      </Button>
      <Button id={addId} variant="primary" icon="plus" onPress={() => onEdit("new")}>
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
          addId={addId}
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
