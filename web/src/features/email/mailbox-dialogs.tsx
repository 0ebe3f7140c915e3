import { useState } from "react";
import { choiceLabels } from "../../entities/community/choice-labels";
import { useCommunities } from "../../entities/community/use-communities";
import { labels as threadLabels } from "../../entities/email-thread/labels";
import { useRefreshEmail } from "../../entities/email-thread/queries";
import { FormArea, FormDialog, FormSelect, FormText, useContractForm } from "../../forms";
import { toastError } from "../../forms/toast-error";
import type { EmailThread } from "../../gen/parlor/v1/email_thread_pb";
import { IncomingEmailService } from "../../gen/parlor/v1/incoming_email_service_pb";
import type { Mailbox } from "../../gen/parlor/v1/mailbox_pb";
import { MailboxService } from "../../gen/parlor/v1/mailbox_service_pb";
import { Dialog, DialogActions, RadioGroup, toast } from "../../ui";
import { labels } from "./labels";
import { MailServerFields, newServer } from "./mail-server-fields";
import { mailboxKinds, mailboxLabels, testLabels } from "./mailbox-labels";
import { useDeleteMailbox } from "./queries";

export type OpenDialog =
  | { kind: "add" }
  | { kind: "edit" | "delete"; mailbox: Mailbox }
  | { kind: "test"; mailbox: Mailbox; thread?: EmailThread };

type Props = {
  open: OpenDialog | undefined;
  mailboxes: readonly Mailbox[];
  onClose: () => void;
  onThread: (id: string) => void;
};

/** The dialogs of mailboxes. */
export default function MailboxDialogs({ open, onClose, onThread }: Props) {
  switch (open?.kind) {
    case "add":
      return <AddDialog onClose={onClose} />;
    case "edit":
      return <EditDialog mailbox={open.mailbox} onClose={onClose} />;
    case "delete":
      return <DeleteDialog mailbox={open.mailbox} onClose={onClose} />;
    case "test":
      return <TestEmailDialog {...open} onClose={onClose} onThread={onThread} />;
    default:
      return null;
  }
}

type CloseProps = { onClose: () => void };

function AddDialog({ onClose }: CloseProps) {
  const refresh = useRefreshEmail();
  const communities = useCommunities().data ?? [];
  const [kind, setKind] = useState<string>("server");
  const form = useContractForm(MailboxService.method.createMailbox, {
    start: {
      communityId: "",
      address: "",
      displayName: "",
      signature: "",
      imap: newServer,
      imapPassword: "",
    },
    toRequest: ({ imap, imapPassword, ...values }) =>
      kind === "server" ? { ...values, imap, imapPassword } : values,
    onDone: (response) => {
      void refresh(response.mailbox?.communityId ?? "");
      toast.success(mailboxLabels.added);
      onClose();
    },
  });
  return (
    <FormDialog of={form} title={mailboxLabels.add} submit={mailboxLabels.add} onClose={onClose}>
      <FormSelect
        of={form}
        name="communityId"
        label={mailboxLabels.community}
        empty={choiceLabels.choose}
        options={communities.map(({ id, label }) => ({ value: id, label }))}
      />
      <FormText of={form} name="address" label={mailboxLabels.address} type="email" />
      <FormText of={form} name="displayName" label={mailboxLabels.senderName} />
      <FormArea of={form} name="signature" label={mailboxLabels.signature} rows={3} />
      <RadioGroup
        label={mailboxLabels.kind}
        value={kind}
        onChange={setKind}
        options={mailboxKinds}
      />
      {kind === "server" ? <MailServerFields of={form} hasPassword={false} /> : null}
    </FormDialog>
  );
}

function EditDialog({ mailbox, onClose }: CloseProps & { mailbox: Mailbox }) {
  const refresh = useRefreshEmail();
  const { id, displayName, signature, imap } = mailbox;
  const form = useContractForm(MailboxService.method.updateMailbox, {
    start: { id, displayName, signature, ...(imap ? { imap, imapPassword: "" } : {}) },
    // An omitted password keeps the stored one.
    toRequest: ({ imapPassword, ...values }) =>
      imapPassword ? { ...values, imapPassword } : values,
    onDone: () => {
      void refresh(mailbox.communityId);
      toast.success(mailboxLabels.saved);
      onClose();
    },
  });
  return (
    <FormDialog of={form} title={labels.editMailbox} submit={mailboxLabels.save} onClose={onClose}>
      <p className="secondary">{mailbox.address}</p>
      <FormText of={form} name="displayName" label={mailboxLabels.senderName} />
      <FormArea of={form} name="signature" label={mailboxLabels.signature} rows={4} />
      {imap ? <MailServerFields of={form} hasPassword /> : null}
    </FormDialog>
  );
}

function DeleteDialog({ mailbox, onClose }: CloseProps & { mailbox: Mailbox }) {
  const deleting = useDeleteMailbox(mailbox);
  const remove = () =>
    deleting.mutate(
      { id: mailbox.id },
      {
        onError: toastError,
        onSuccess: () => {
          toast.success(mailboxLabels.deleted);
          onClose();
        },
      },
    );
  return (
    <Dialog
      open
      title={mailboxLabels.deleteTitle(mailbox.displayName)}
      onClose={onClose}
      foot={
        <DialogActions
          onCancel={onClose}
          variant="danger"
          pending={deleting.isPending}
          onPress={remove}
        >
          {labels.deleteMailbox}
        </DialogActions>
      }
    >
      <p>{mailboxLabels.deleteText}</p>
    </Dialog>
  );
}

type TestProps = CloseProps & {
  mailbox: Mailbox;
  thread?: EmailThread;
  onThread: (id: string) => void;
};

/** Sends a test email to a mailbox as a homeowner. */
function TestEmailDialog({ mailbox, thread, onClose, onThread }: TestProps) {
  const refresh = useRefreshEmail();
  const form = useContractForm(IncomingEmailService.method.deliverTestEmail, {
    start: {
      id: mailbox.id,
      threadId: thread?.id ?? "",
      fromName: thread?.participantName ?? "",
      fromAddress: thread?.participantAddress ?? "",
      subject: thread ? testLabels.replySubject(thread.subject) : "",
      text: "",
    },
    onDone: ({ threadId, isDuplicate }, done) => {
      done.clear();
      void refresh(mailbox.communityId, threadId);
      toast.success(
        isDuplicate ? testLabels.duplicate : threadId ? testLabels.delivered : testLabels.ignored,
      );
      if (threadId) onThread(threadId);
      onClose();
    },
  });
  return (
    <FormDialog
      of={form}
      title={thread ? threadLabels.replyAsHomeowner : labels.writeAsHomeowner}
      submit={testLabels.deliver}
      onClose={onClose}
    >
      <p className="secondary">{testLabels.intro}</p>
      <FormText of={form} name="fromName" label={testLabels.name} />
      <FormText of={form} name="fromAddress" label={testLabels.address} type="email" />
      <FormText of={form} name="subject" label={threadLabels.subject} />
      <FormArea of={form} name="text" label={testLabels.text} rows={5} />
    </FormDialog>
  );
}
