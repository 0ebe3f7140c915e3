import { useSession } from "../../entities/session/session";
import { ContractForm, FormSubmit, FormTags, FormText, useContractForm } from "../../forms";
import { CommunityAdminService } from "../../gen/parlor/v1/community_admin_service_pb";
import { Button, Dialog, toast } from "../../ui";

type Props = { onClose: () => void; onAsked: () => void };

/** What an administrator needs to decide. Kept as a draft until it is sent. */
export function RequestCommunityDialog({ onClose, onAsked }: Props) {
  const { user } = useSession();
  const form = useContractForm(CommunityAdminService.method.requestCommunity, {
    start: { communityName: "", escalationEmail: "", secondaryEscalationEmails: [] },
    draft: `community-wish.${user.id}`,
    onDone: (_, done) => {
      done.clear();
      toast.success({ title: "Request sent.", text: "An administrator will review it." });
      onAsked();
    },
  });
  return (
    <Dialog
      open
      staysOpen
      title="Request a community"
      onClose={onClose}
      foot={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <FormSubmit of={form}>Send request</FormSubmit>
        </>
      }
    >
      <ContractForm of={form} label="Request a community">
        <p>An administrator of your company reviews it. Their decision appears here.</p>
        <FormText of={form} name="communityName" label="Name" autoFocus />
        <FormText of={form} name="escalationEmail" label="Escalations go to" type="email" />
        <FormTags
          of={form}
          name="secondaryEscalationEmails"
          label="And to"
          type="email"
          placeholder="name@company.example"
        />
      </ContractForm>
    </Dialog>
  );
}
