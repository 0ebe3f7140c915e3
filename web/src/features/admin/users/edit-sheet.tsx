import type { MessageInitShape } from "@bufbuild/protobuf";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { fullName, useSession } from "../../../entities/session/session";
import { ContractForm, type Form, FormActions, noChanges, useContractForm } from "../../../forms";
import { toastError } from "../../../forms/toast-error";
import { undoLabels } from "../../../forms/undo-labels";
import { toUpdateMask } from "../../../forms/update-mask";
import type { User } from "../../../gen/parlor/v1/user_pb";
import { UpdateUserRequestSchema, UserService } from "../../../gen/parlor/v1/user_service_pb";
import { Icon, toast } from "../../../ui";
import { Sheet } from "../../../ui/table";
import { changedFields } from "../changed-fields";
import { sharedLabels } from "../labels";
import { toAssignmentChange } from "./assignment-change";
import { UserFields } from "./fields";
import { labels, toRole } from "./labels";
import { useRefresh, useUpdateUser } from "./queries";

type Values = Exclude<MessageInitShape<typeof UpdateUserRequestSchema>, { $typeName: string }>;

function initialValues(user: User): Values {
  const { id, firstName, lastName, email, phone, role, isRestrictedView, textPlan } = user;
  return {
    id,
    firstName,
    lastName,
    email,
    phone,
    role,
    parlorRole: toRole(user),
    isRestrictedView,
    textPlan,
    // What the user selected from them in their profile does not matter here.
    textCommunities: user.assignedCommunities?.ids ?? [],
  };
}

/** Returns the number of assigned communities beyond those that the response contains. */
export function hiddenCommunities({ assignedCommunities }: User): number {
  return (assignedCommunities?.total ?? 0) - (assignedCommunities?.ids.length ?? 0);
}

/**
 * Returns the changed fields only. Omits the communities of an administrator. Communities are added
 * and removed one by one, so that the assigned ones that are not shown stay assigned.
 */
export function toChanges(before: Values, after: Values): Values {
  const { textCommunities, ...others }: Values = changedFields(before, after);
  const assigns = textCommunities !== undefined && after.parlorRole !== "admin";
  const changes = {
    ...others,
    ...(assigns ? toAssignmentChange(before.textCommunities ?? [], textCommunities) : {}),
  };
  return {
    ...changes,
    ...(after.id ? { id: after.id } : {}),
    updateMask: toUpdateMask(UpdateUserRequestSchema, Object.keys(changes)),
  };
}

type SignOutWarningProps = {
  of: Form<typeof UpdateUserRequestSchema>;
  start: Values;
  own: boolean;
};

/** Warns that a changed role or view ends the user's sessions. */
function SignOutWarning({ of, start, own }: SignOutWarningProps) {
  const [role, restricted] = useWatch({
    control: of.hook.control,
    name: ["parlorRole", "isRestrictedView"],
  });
  if (role === start.parlorRole && restricted === start.isRestrictedView) return null;
  return (
    <p className="notice notice--warning" role="status">
      <Icon name="warning" />
      <span>{own ? labels.ownAccessChange : labels.accessChange}</span>
    </p>
  );
}

type Props = { user: User; onClose: () => void };

export function EditUser({ user, onClose }: Props) {
  const own = useSession().user.id === user.id;
  const refresh = useRefresh();
  const change = useUpdateUser();
  // Communities that a colleague assigns while the form is open are not removed by saving it.
  const [start] = useState(() => initialValues(user));
  const form = useContractForm(UserService.method.updateUser, {
    start,
    toRequest: (values) => toChanges(start, values),
    onDone: ({ user: changed }, { hook }) => {
      const saved = changed ? initialValues(changed) : start;
      const textCommunities: string[] = hook.getValues("textCommunities");
      void refresh();
      toast.undo({
        title: sharedLabels.saved(fullName(changed ?? user)),
        text: undoLabels.timeLeft,
        onUndo: () => {
          change.mutate(toChanges({ ...saved, textCommunities }, start), { onError: toastError });
        },
      });
      onClose();
    },
  });
  return (
    <Sheet
      title={fullName(user)}
      onClose={onClose}
      staysOpen={form.unsaved}
      foot={
        <FormActions onCancel={onClose} of={form} reason={noChanges(form)}>
          {sharedLabels.save}
        </FormActions>
      }
    >
      <ContractForm of={form} label={sharedLabels.editTitle(fullName(user))}>
        <UserFields of={form} hiddenCommunities={hiddenCommunities(user)}>
          <SignOutWarning of={form} start={start} own={own} />
        </UserFields>
      </ContractForm>
    </Sheet>
  );
}
