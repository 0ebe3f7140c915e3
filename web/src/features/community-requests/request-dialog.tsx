import { contactLabels } from "../../entities/community/contact-labels";
import { useSession } from "../../entities/session/session";
import { ContractForm, FormActions, FormTags, FormText, useContractForm } from "../../forms";
import { CommunityAdminService } from "../../gen/parlor/v1/community_admin_service_pb";
import { draftKey } from "../../lib/drafts";
import { Dialog, toast } from "../../ui";
import { labels } from "./labels";

type Props = { onClose: () => void; onSent: () => void };

/** Requests a community. The draft is kept until the request is sent. */
export function RequestCommunityDialog({ onClose, onSent }: Props) {
  const { user } = useSession();
  const form = useContractForm(CommunityAdminService.method.requestCommunity, {
    start: { communityName: "", escalationEmail: "", secondaryEscalationEmails: [] },
    draft: draftKey("community-request", user.id),
    onDone: (_, done) => {
      done.clear();
      toast.success({ title: labels.sentTitle, text: labels.sentText });
      onSent();
    },
  });
  return (
    <Dialog
      open
      staysOpen
      title={labels.request}
      onClose={onClose}
      foot={
        <FormActions onCancel={onClose} of={form}>
          {labels.send}
        </FormActions>
      }
    >
      <ContractForm of={form} label={labels.request}>
        <p>{labels.about}</p>
        <FormText of={form} name="communityName" label={labels.name} autoFocus />
        <FormText
          of={form}
          name="escalationEmail"
          label={contactLabels.escalationsGoTo}
          type="email"
        />
        <FormTags
          of={form}
          name="secondaryEscalationEmails"
          label={contactLabels.moreRecipients}
          type="email"
          placeholder={labels.emailHint}
        />
      </ContractForm>
    </Dialog>
  );
}
