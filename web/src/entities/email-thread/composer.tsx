import { type ReactNode, useState } from "react";
import type { FieldTools } from "../../forms/field-tools";
import { TimeDialog } from "../../forms/time-dialog";
import type { EmailMessage } from "../../gen/parlor/v1/email_thread_pb";
import { EmailThreadService } from "../../gen/parlor/v1/email_thread_service_pb";
import type { Mailbox } from "../../gen/parlor/v1/mailbox_pb";
import { Button, Icon, Select, TextArea, TextField } from "../../ui";
import { sendAnyway } from "../typing/labels";
import { TypingNotice } from "../typing/typing-notice";
import { useTyping } from "../typing/use-typing";
import { AttachedFiles, AttachFiles } from "./attached-files";
import { labels } from "./labels";
import { attachmentLabels, threadLabels } from "./thread-labels";
import { useComposer } from "./use-composer";

export type ComposerProps = {
  mailboxes: readonly Mailbox[];
  mailboxId: string;
  /** Empty for a new thread. */
  threadId: string;
  draft: EmailMessage | undefined;
  defaultTo?: string;
  /** Name of the recipient of a reply. */
  participant?: string;
  /** Called once the email is scheduled or discarded. */
  onDone: () => void;
  /** Called with the draft of an email whose sending was undone. */
  onRestore: (draft: EmailMessage) => void;
  /** Choice of the channel of the reply. */
  channel?: ReactNode;
  /** Tools of the field of the text. */
  tools?: FieldTools | undefined;
};

const fieldId = "email-text";

type ComposerState = ReturnType<typeof useComposer>;

/** Writes an email: a reply, or a new one. The draft is saved while it is written. */
export function Composer(props: ComposerProps) {
  const { mailboxes, threadId, draft, tools } = props;
  const composer = useComposer(props);
  const { content, fields, change } = composer;
  const mailbox = mailboxes.find(({ id }) => id === content.mailboxId);
  const isReply = threadId !== "";
  const typing = useTyping({ id: threadId, method: EmailThreadService.method.reportEmailTyping });
  const write = (text: string) => {
    change({ text });
    typing.change(text);
  };
  const field = (
    <TextArea
      id={fieldId}
      label={threadLabels.text}
      hideLabel={isReply}
      rows={isReply ? 4 : 12}
      maxLength={20_000}
      autoFocus={isReply}
      value={content.text}
      error={fields.text}
      isReadOnly={composer.isSending}
      onChange={write}
    />
  );
  return (
    <section
      className={isReply ? "compose" : "compose compose--new"}
      aria-label={threadLabels.text}
    >
      {props.channel}
      {draft?.botNote && content.text === draft.text ? (
        <p className="caption">
          <span className="strong">{threadLabels.draftedByBot}</span> {draft.botNote}
        </p>
      ) : null}
      <HeaderFields composer={composer} mailboxes={mailboxes} isReply={isReply} />
      {tools
        ? tools.around({ fieldId, text: content.text, change: write, children: field })
        : field}
      <AttachedFiles attachments={composer.attachments} />
      <div className="compose__under caption">
        {mailbox?.signature ? (
          <span className="truncate">
            {threadLabels.signature} {mailbox.signature.split("\n")[0]}
          </span>
        ) : null}
        <span className="row__grow" />
        <span role="status">{composer.saveLabel}</span>
      </div>
      {draft?.problem && !composer.problem ? (
        <p className="field__error">
          <Icon name="danger" size="small" />
          {threadLabels.notSent(draft.problem)}
        </p>
      ) : null}
      {composer.problem ? (
        <p className="field__error" role="alert">
          <Icon name="danger" size="small" />
          {composer.problem}
        </p>
      ) : null}
      <TypingNotice typing={typing} />
      <ComposerActions composer={composer} typing={typing} tools={tools} />
    </section>
  );
}

type FieldProps = {
  composer: ComposerState;
  mailboxes: readonly Mailbox[];
  isReply: boolean;
};

/** Sender, recipients and subject. A reply has only recipients to choose. */
function HeaderFields({ composer, mailboxes, isReply }: FieldProps) {
  const { content, fields, change } = composer;
  const [hasCc, setHasCc] = useState(content.cc !== "");
  return (
    <>
      {isReply ? null : (
        <Select
          label={threadLabels.from}
          value={content.mailboxId}
          disabled={composer.isSaved}
          onChange={(mailboxId) => change({ mailboxId })}
          options={mailboxes.map(({ id, displayName, address }) => ({
            value: id,
            label: `${displayName} (${address})`,
          }))}
        />
      )}
      <div className="compose__to">
        <TextField
          label={threadLabels.to}
          placeholder={threadLabels.toPlaceholder}
          autoFocus={!isReply}
          value={content.to}
          error={fields.to}
          isReadOnly={composer.isSending}
          onChange={(to) => change({ to })}
        />
        {hasCc ? null : (
          <Button variant="quiet" size="small" onPress={() => setHasCc(true)}>
            {threadLabels.cc}
          </Button>
        )}
      </div>
      {hasCc ? (
        <TextField
          label={threadLabels.cc}
          value={content.cc}
          error={fields.cc}
          isReadOnly={composer.isSending}
          onChange={(cc) => change({ cc })}
        />
      ) : null}
      {isReply ? null : (
        <TextField
          label={labels.subject}
          maxLength={200}
          value={content.subject}
          error={fields.subject}
          isReadOnly={composer.isSending}
          onChange={(subject) => change({ subject })}
        />
      )}
    </>
  );
}

type ActionsProps = {
  composer: ComposerState;
  typing: ReturnType<typeof useTyping>;
  tools: FieldTools | undefined;
};

/** Discards, attaches, schedules and sends. */
function ComposerActions({ composer, typing, tools }: ActionsProps) {
  const [isScheduling, setScheduling] = useState(false);
  const wait = composer.attachments.waiting.length > 0 ? attachmentLabels.wait : undefined;
  const send = () => {
    if (typing.confirm()) composer.send();
  };
  return (
    <>
      <div className="compose__do">
        <Button variant="quiet" onPress={composer.discard}>
          {threadLabels.discard}
        </Button>
        {tools?.button}
        <AttachFiles attachments={composer.attachments} />
        <span className="row__grow" />
        <Button icon="clock" reason={wait} onPress={() => setScheduling(true)}>
          {threadLabels.schedule}
        </Button>
        <Button variant="primary" reason={wait} pending={composer.isSending} onPress={send}>
          {typing.isAsking ? sendAnyway : threadLabels.send}
        </Button>
      </div>
      {isScheduling ? (
        <TimeDialog
          title={threadLabels.scheduleTitle}
          description={threadLabels.scheduleHint}
          submit={threadLabels.scheduleTitle}
          onClose={() => setScheduling(false)}
          onSubmit={async (at) => composer.send(at)}
        />
      ) : null}
    </>
  );
}
