import { securities } from "../../entities/mail-server/securities";
import { type Form, FormNumber, FormSelect, FormTags, FormText } from "../../forms";
import { secretLabels } from "../../forms/secret-labels";
import { EmailSecurity } from "../../gen/parlor/v1/mail_service_pb";
import type {
  CreateMailboxRequestSchema,
  UpdateMailboxRequestSchema,
} from "../../gen/parlor/v1/mailbox_service_pb";
import { serverLabels } from "./mailbox-labels";

/** Initial settings of a mailbox on a new mail server. */
export const newServer = {
  host: "",
  security: EmailSecurity.STARTTLS,
  username: "",
  folders: ["INBOX"],
};

type Props = {
  of: Form<typeof CreateMailboxRequestSchema> | Form<typeof UpdateMailboxRequestSchema>;
  hasPassword: boolean;
};

/** Settings for receiving a mailbox's emails from a mail server. */
export function MailServerFields({ of: form, hasPassword }: Props) {
  // Both requests have these fields, hence the cast.
  const of = form as Form<typeof CreateMailboxRequestSchema>;
  return (
    <>
      <FormText of={of} name="imap.host" label={serverLabels.host} autoComplete="off" />
      <FormSelect
        of={of}
        name="imap.security"
        label={serverLabels.security}
        options={securities}
        numeric
      />
      <FormNumber
        of={of}
        name="imap.port"
        label={serverLabels.port}
        description={serverLabels.portHint}
      />
      <FormText of={of} name="imap.username" label={serverLabels.username} autoComplete="off" />
      <FormText
        of={of}
        name="imapPassword"
        label={serverLabels.password}
        type="password"
        autoComplete="new-password"
        description={hasPassword ? secretLabels.passwordSaved : secretLabels.encrypted}
      />
      <FormTags
        of={of}
        name="imap.folders"
        label={serverLabels.folders}
        description={serverLabels.foldersHint}
      />
    </>
  );
}
