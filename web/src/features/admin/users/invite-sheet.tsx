import { useSession } from "../../../entities/session/session";
import { ContractForm, FormActions, useContractForm } from "../../../forms";
import { TextPlan } from "../../../gen/parlor/v1/user_pb";
import { UserService } from "../../../gen/parlor/v1/user_service_pb";
import { toast } from "../../../ui";
import { Sheet } from "../../../ui/table";
import { UserFields } from "./fields";
import { defaultTitle } from "./labels";
import { useRefresh } from "./queries";

/** Invites a user, who chooses a password through a link in an email. */
export function InviteUser({ onClose }: { onClose: () => void }) {
  const { company } = useSession();
  const refresh = useRefresh();
  const form = useContractForm(UserService.method.inviteUser, {
    start: {
      companyId: company.id,
      firstName: "",
      lastName: "",
      email: "",
      phone: "",
      role: defaultTitle,
      parlorRole: "manager",
      isRestrictedView: false,
      textPlan: TextPlan.PARLOR_PLUS,
      textCommunities: [],
    },
    toRequest: (values) =>
      values.parlorRole === "admin" ? { ...values, textCommunities: [] } : values,
    onDone: ({ user }) => {
      toast.success({
        title: `Invited ${user?.firstName ?? "them"}.`,
        text: `We sent a link to ${user?.email ?? "their address"}.`,
      });
      void refresh();
      onClose();
    },
  });
  return (
    <Sheet
      title="Invite user"
      onClose={onClose}
      staysOpen={form.unsaved}
      foot={
        <FormActions onCancel={onClose} of={form} icon="mail">
          Send invitation
        </FormActions>
      }
    >
      <ContractForm of={form} label="Invite user">
        <p className="secondary">
          They get an email with a link to choose a password. The link expires in 7 days.
        </p>
        <UserFields of={form} />
      </ContractForm>
    </Sheet>
  );
}
