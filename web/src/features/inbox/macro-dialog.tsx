import type { DescMessage } from "@bufbuild/protobuf";
import { useState } from "react";
import { type Control, useWatch } from "react-hook-form";
import { useAssignees } from "../../entities/email-thread/queries";
import { toPriorityOptions } from "../../entities/priority/priority";
import {
  FormArea,
  FormDialog,
  FormNumber,
  FormSelect,
  FormSwitch,
  FormText,
  useContractForm,
} from "../../forms";
import { toastError } from "../../forms/toast-error";
import type { ContractForm } from "../../forms/use-contract-form";
import type { FieldName } from "../../forms/use-field";
import { InboxPriority } from "../../gen/parlor/v1/inbox_priority_pb";
import { type Macro, MacroService, MacroStatus } from "../../gen/parlor/v1/macro_service_pb";
import { showDirectionMarks } from "../../lib/direction-marks";
import { Button, Dialog, toast } from "../../ui";

import { ListState } from "./list-state";
import { macroLabels, stepsLabel } from "./macro-labels";
import { useCreateMacro, useDeleteMacro, useMacros, useRefreshMacros } from "./queries";

type CloseProps = { onClose: () => void };

const statusOptions = [
  { value: String(MacroStatus.RESOLVED), label: macroLabels.resolve },
  { value: String(MacroStatus.SNOOZED), label: macroLabels.snooze },
];

/** Lists, writes and deletes macros. */
export default function MacroDialog({ onClose }: CloseProps) {
  const [editing, setEditing] = useState<Macro | "new">();
  const close = () => setEditing(undefined);
  if (editing === "new") return <NewMacro onClose={close} />;
  if (editing) return <EditMacro one={editing} onClose={close} />;
  return <MacroList onEdit={setEditing} onClose={onClose} />;
}

function MacroList({ onEdit, onClose }: CloseProps & { onEdit: (one: Macro | "new") => void }) {
  const query = useMacros();
  const macros = query.data?.macros ?? [];
  const deleting = useDeleteMacro();
  const creating = useCreateMacro();
  const remove = ({ id, name, steps }: Macro) =>
    deleting.mutate(
      { id },
      {
        onError: toastError,
        onSuccess: () =>
          toast.undo({
            title: macroLabels.deleted,
            text: name,
            onUndo: () =>
              creating.mutate({ name, ...(steps ? { steps } : {}) }, { onError: toastError }),
          }),
      },
    );
  return (
    <Dialog
      open
      title={macroLabels.title}
      onClose={onClose}
      foot={
        <Button variant="primary" icon="plus" onPress={() => onEdit("new")}>
          {macroLabels.create}
        </Button>
      }
    >
      <ListState query={query} isEmpty={macros.length === 0} empty={macroLabels.none} />
      <ul className="template-list" aria-label={macroLabels.title}>
        {macros.map((one) => (
          <li key={one.id}>
            <div className="row__grow">
              <p className="canned__name">{showDirectionMarks(one.name)}</p>
              <p className="small secondary">{stepsLabel(one)}</p>
            </div>
            <Button
              variant="quiet"
              size="small"
              icon="pen"
              aria-label={macroLabels.editNamed(one.name)}
              onPress={() => onEdit(one)}
            />
            <Button
              variant="quiet"
              size="small"
              icon="bin"
              aria-label={macroLabels.deleteNamed(one.name)}
              onPress={() => remove(one)}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function useSaved(onClose: () => void) {
  const refresh = useRefreshMacros();
  return async () => {
    await refresh();
    toast.success(macroLabels.saved);
    onClose();
  };
}

const noSteps = {
  assignsToSelf: false,
  assigneeId: "",
  priority: InboxPriority.UNSPECIFIED,
  reply: "",
  status: MacroStatus.UNSPECIFIED,
  snoozeHours: 24,
};

function NewMacro({ onClose }: CloseProps) {
  const form = useContractForm(MacroService.method.createMacro, {
    start: { name: "", steps: noSteps },
    onDone: useSaved(onClose),
  });
  return (
    <FormDialog of={form} title={macroLabels.create} submit={macroLabels.save} onClose={onClose}>
      <Fields of={form} />
    </FormDialog>
  );
}

function EditMacro({ one, onClose }: CloseProps & { one: Macro }) {
  const { id, name, steps } = one;
  const form = useContractForm(MacroService.method.updateMacro, {
    start: {
      id,
      name,
      steps: {
        assignsToSelf: steps?.assignsToSelf ?? false,
        assigneeId: steps?.assigneeId ?? "",
        priority: steps?.priority ?? InboxPriority.UNSPECIFIED,
        reply: steps?.reply ?? "",
        status: steps?.status ?? MacroStatus.UNSPECIFIED,
        snoozeHours: steps?.snoozeHours || noSteps.snoozeHours,
      },
    },
    onDone: useSaved(onClose),
  });
  return (
    <FormDialog of={form} title={macroLabels.edit} submit={macroLabels.save} onClose={onClose}>
      <Fields of={form} />
    </FormDialog>
  );
}

/** The fields of both forms, whose requests have them at the same paths. */
function Fields<I extends DescMessage>({ of }: { of: ContractForm<I> }) {
  const assignees = useAssignees().data ?? [];
  const at = (name: "name" | `steps.${keyof typeof noSteps}`) => ({
    of,
    name: name as FieldName<I>,
  });
  const status: unknown = useWatch({
    control: of.hook.control as unknown as Control,
    name: "steps.status",
  });
  return (
    <>
      <FormText {...at("name")} label={macroLabels.name} />
      <FormSwitch {...at("steps.assignsToSelf")} label={macroLabels.assignsToSelf} />
      <FormSelect
        {...at("steps.assigneeId")}
        label={macroLabels.assignee}
        description={macroLabels.assigneeHint}
        options={assignees.map(({ id, name }) => ({ value: id, label: name }))}
        empty={macroLabels.noAssignee}
      />
      <FormSelect
        {...at("steps.priority")}
        label={macroLabels.priority}
        options={toPriorityOptions(InboxPriority)}
        empty={macroLabels.unchanged}
        numeric
      />
      <FormArea {...at("steps.reply")} label={macroLabels.reply} rows={4} />
      <p className="caption">{macroLabels.fields}</p>
      <FormSelect
        {...at("steps.status")}
        label={macroLabels.status}
        options={statusOptions}
        empty={macroLabels.unchanged}
        numeric
      />
      {status === MacroStatus.SNOOZED ? (
        <FormNumber {...at("steps.snoozeHours")} label={macroLabels.snoozeHours} />
      ) : null}
    </>
  );
}
