import { useSession } from "../../../entities/session/session";
import { ContractForm, FormActions, useContractForm } from "../../../forms";
import { TextPlan } from "../../../gen/parlor/v1/user_pb";
import { UserService } from "../../../gen/parlor/v1/user_service_pb";
import { toast } from "../../../ui";
import { Sheet } from "../../../ui/table";
import { UserFields } from "./fields";
import { defaultTitle, labels } from "./labels";
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
        title: labels.invited(user?.firstName),
        text: labels.linkSentTo(user?.email),
      });
      void refresh();
      onClose();
    },
  });
  return (
    <Sheet
      title={labels.inviteUser}
      onClose={onClose}
      staysOpen={form.unsaved}
      foot={
        <FormActions onCancel={onClose} of={form} icon="mail">
          {labels.sendInvitation}
        </FormActions>
      }
    >
      <ContractForm of={form} label={labels.inviteUser}>
        <p className="secondary">{labels.inviteHint}</p>
        <UserFields of={form} />
      </ContractForm>
    </Sheet>
  );
}
