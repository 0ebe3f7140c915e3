import { ContractForm, FormSubmit, FormTags, FormText, useContractForm } from "../../../forms";
import { CommunityAdminService } from "../../../gen/parlor/v1/community_admin_service_pb";
import { useCurrent } from "../../../rpc/current";
import { Button, Dialog, toast } from "../../../ui";

type Props = { onClose: () => void; onAsked: () => void };

/** What an administrator needs to decide. Kept as a draft until it is sent. */
export function AskForCommunity({ onClose, onAsked }: Props) {
  const { user } = useCurrent();
  const form = useContractForm(CommunityAdminService.method.requestCommunity, {
    start: { communityName: "", escalationEmail: "", secondaryEscalationEmails: [] },
    draft: `community-wish.${user.id}`,
    onDone: (_, done) => {
      done.clear();
      toast.success({ title: "You asked for it.", text: "An administrator decides." });
      onAsked();
    },
  });
  return (
    <Dialog
      open
      staysOpen
      title="Ask for a community"
      onClose={onClose}
      foot={
        <>
          <Button onPress={onClose}>Not now</Button>
          <FormSubmit of={form}>Ask for it</FormSubmit>
        </>
      }
    >
      <ContractForm of={form} label="Ask for a community">
        <p>An administrator of your company decides, and you see here what they say.</p>
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
