import { useSession } from "../../entities/session/session";
import { ContractForm, FormSubmit, FormTags, FormText, useContractForm } from "../../forms";
import { CommunityAdminService } from "../../gen/parlor/v1/community_admin_service_pb";
import { Button, Dialog, toast } from "../../ui";

type Props = { onClose: () => void; onSent: () => void };

/** Requests a community. The draft is kept until the request is sent. */
export function RequestCommunityDialog({ onClose, onSent }: Props) {
  const { user } = useSession();
  const form = useContractForm(CommunityAdminService.method.requestCommunity, {
    start: { communityName: "", escalationEmail: "", secondaryEscalationEmails: [] },
    draft: `community-request.${user.id}`,
    onDone: (_, done) => {
      done.clear();
      toast.success({ title: "Request sent.", text: "An administrator will review it." });
      onSent();
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
        <p>An administrator will review your request. You can see the decision here.</p>
        <FormText of={form} name="communityName" label="Name" autoFocus />
        <FormText of={form} name="escalationEmail" label="Escalations go to" type="email" />
        <FormTags
          of={form}
          name="secondaryEscalationEmails"
          label="More alert recipients"
          type="email"
          placeholder="name@company.example"
        />
      </ContractForm>
    </Dialog>
  );
}
