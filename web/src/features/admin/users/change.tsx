import type { MessageInitShape } from "@bufbuild/protobuf";
import { useWatch } from "react-hook-form";
import { ContractForm, type Form, FormSubmit, useContractForm } from "../../../forms";
import { tell } from "../../../forms/tell";
import type { User } from "../../../gen/parlor/v1/user_pb";
import { type UpdateUserRequestSchema, UserService } from "../../../gen/parlor/v1/user_service_pb";
import { fullName, useCurrent } from "../../../rpc/current";
import { Button, Icon, toast } from "../../../ui";
import { Sheet } from "../../../ui/table";
import { differing } from "../changes";
import { UserFields } from "./fields";
import { useChange, useReadAgain } from "./queries";
import { roleOf } from "./words";

type Values = Exclude<MessageInitShape<typeof UpdateUserRequestSchema>, { $typeName: string }>;

function startOf(user: User): Values {
  const { id, firstName, lastName, email, phone, role, isRestrictedView, textPlan } = user;
  return {
    id,
    firstName,
    lastName,
    email,
    phone,
    role,
    parlorRole: roleOf(user),
    isRestrictedView,
    textPlan,
    textCommunities: user.textCommunitiesMapping.map(({ value }) => value),
  };
}

/** What differs alone. An emptied list is said apart; an administrator's says nothing. */
export function changesOf(before: Values, after: Values): Values {
  const { textCommunities, ...changes }: Values = differing(before, after);
  const assigns = textCommunities !== undefined && after.parlorRole !== "admin";
  return {
    ...changes,
    ...(after.id ? { id: after.id } : {}),
    ...(assigns ? { textCommunities, clearTextCommunities: textCommunities.length === 0 } : {}),
  };
}

type SignsOutProps = { of: Form<typeof UpdateUserRequestSchema>; start: Values; own: boolean };

/** A changed role or view ends their sessions: said before it is done. */
function SignsOut({ of, start, own }: SignsOutProps) {
  const [role, restricted] = useWatch({
    control: of.hook.control,
    name: ["parlorRole", "isRestrictedView"],
  });
  if (role === start.parlorRole && restricted === start.isRestrictedView) return null;
  return (
    <p className="notice notice--warning" role="status">
      <Icon name="warning" />
      <span>
        {own
          ? "This changes what you may do yourself, and signs you out everywhere else."
          : "This signs them out everywhere; they sign in again with what they may do then."}
      </span>
    </p>
  );
}

type Props = { user: User; onClose: () => void };

export function ChangeUser({ user, onClose }: Props) {
  const own = useCurrent().user.id === user.id;
  const readAgain = useReadAgain();
  const change = useChange();
  const start = startOf(user);
  const form = useContractForm(UserService.method.updateUser, {
    start,
    toRequest: (values) => changesOf(start, values),
    onDone: ({ user: changed }) => {
      void readAgain();
      toast.undo({
        title: `Changed ${fullName(changed ?? user)}.`,
        text: (left) => `You can undo it for ${left} s.`,
        onUndo: () => {
          const now = changed ? startOf(changed) : start;
          change.mutate(changesOf(now, start), { onError: tell });
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
        <>
          <Button onPress={onClose}>Cancel</Button>
          <FormSubmit of={form} isDisabled={!form.unsaved}>
            Save
          </FormSubmit>
        </>
      }
    >
      <ContractForm of={form} label={`Change ${fullName(user)}`}>
        <UserFields of={form}>
          <SignsOut of={form} start={start} own={own} />
        </UserFields>
      </ContractForm>
    </Sheet>
  );
}
