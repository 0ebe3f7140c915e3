import { timestampDate } from "@bufbuild/protobuf/wkt";
import { Link } from "react-router";
import { toProblem } from "../../api/problem";
import { useSession } from "../../entities/session/session";
import { type Mailbox, MailboxKind } from "../../gen/parlor/v1/mailbox_pb";
import { formatDateTime } from "../../lib/format-date";
import { useNow } from "../../lib/use-now";
import { Button, Icon, KeyCap, Menu, type MenuEntry, Select } from "../../ui";
import { folders, labels } from "./labels";
import type { OpenDialog } from "./mailbox-dialogs";
import { type EmailUrlState, type Folder, folderNames, toSearch } from "./url-state";

type Props = {
  urlState: EmailUrlState;
  mailboxes: readonly Mailbox[];
  onChange: (change: Partial<EmailUrlState>) => void;
  onCompose: () => void;
  onDialog: (dialog: OpenDialog) => void;
};

function counted(folder: Folder, mailboxes: readonly Mailbox[], id: string): number {
  const shown = mailboxes.filter((one) => !id || one.id === id);
  const counts: Partial<Record<Folder, (mailbox: Mailbox) => number>> = {
    inbox: (one) => one.unreadCount,
    drafts: (one) => one.draftCount,
    scheduled: (one) => one.scheduledCount,
  };
  return shown.reduce((sum, one) => sum + (counts[folder]?.(one) ?? 0), 0);
}

function MailboxSelect({ urlState, mailboxes, onChange }: Omit<Props, "onCompose" | "onDialog">) {
  return (
    <Select
      label={labels.mailbox}
      hideLabel
      value={urlState.mailbox}
      onChange={(mailbox) => onChange({ mailbox })}
      options={[
        { value: "", label: labels.allMailboxes },
        ...mailboxes.map(({ id, displayName }) => ({ value: id, label: displayName })),
      ]}
    />
  );
}

/** Folders and mailboxes beside the list, in a wide window. */
export function Folders({
  problem,
  isLoaded,
  ...props
}: Props & { problem: Error | null; isLoaded: boolean }) {
  const { urlState, mailboxes, onCompose } = props;
  return (
    <nav className="mail__folders" aria-label={labels.folders}>
      <h1 className="screen-title">{labels.title}</h1>
      <Button icon="pen" onPress={onCompose}>
        {labels.newEmail} <KeyCap>C</KeyCap>
      </Button>
      <MailboxSelect {...props} />
      <ul className="mail__tree">
        {folderNames.map((folder) => {
          const count = counted(folder, mailboxes, urlState.mailbox);
          return (
            <li key={folder}>
              <Link
                className="mail__folder"
                to={toSearch({ ...urlState, folder, id: "", email: "", words: "" })}
                aria-current={folder === urlState.folder && !urlState.words ? "true" : undefined}
              >
                <Icon name={folders[folder].icon} size="small" />
                <span className="row__grow">{folders[folder].label}</span>
                {count > 0 ? <span className="mail__count">{count}</span> : null}
              </Link>
            </li>
          );
        })}
      </ul>
      {problem ? <p className="caption">{toProblem(problem).title}</p> : null}
      {/* The list is at the bottom, so its button would move while the mailboxes load. */}
      {isLoaded ? <MailboxStates {...props} /> : null}
    </nav>
  );
}

function healthLabel({ kind, lastReceivedAt, checkedAt }: Mailbox, now: Date): string {
  if (lastReceivedAt) return labels.lastEmail(formatDateTime(timestampDate(lastReceivedAt), now));
  return kind === MailboxKind.IMAP && !checkedAt ? labels.notChecked : labels.noEmails;
}

/** The mailboxes with when they last received an email. */
function MailboxStates({ mailboxes, onDialog }: Props) {
  const { user } = useSession();
  const now = new Date(useNow());
  const administrator = user.parlorRole === "admin";
  return (
    <section className="mailboxes" aria-label={labels.mailboxes}>
      <div className="row row--between">
        <h2 className="group-title">{labels.mailboxes}</h2>
        {administrator ? (
          <Button variant="quiet" size="small" onPress={() => onDialog({ kind: "add" })}>
            {labels.add}
          </Button>
        ) : null}
      </div>
      <ul>
        {mailboxes.map((mailbox) => (
          <li key={mailbox.id} className="mailbox">
            {mailbox.problem ? (
              <Icon name="warning" size="small" className="mailbox__problem" />
            ) : (
              <Icon name="ok" size="small" />
            )}
            <p>
              <b className="truncate">{mailbox.displayName}</b>
              {mailbox.problem ? (
                <span>{mailbox.problem}</span>
              ) : (
                <span className="truncate">{healthLabel(mailbox, now)}</span>
              )}
            </p>
            <MailboxMenu mailbox={mailbox} administrator={administrator} onDialog={onDialog} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function MailboxMenu(props: {
  mailbox: Mailbox;
  administrator: boolean;
  onDialog: Props["onDialog"];
}) {
  const { mailbox, administrator, onDialog } = props;
  const entries: MenuEntry[] = [];
  if (mailbox.kind === MailboxKind.EMBEDDED) {
    entries.push({
      id: "write",
      label: labels.writeAsHomeowner,
      icon: "persona",
      onAction: () => onDialog({ kind: "test", mailbox }),
    });
  }
  if (administrator) {
    entries.push(
      {
        id: "edit",
        label: labels.editMailbox,
        icon: "pen",
        onAction: () => onDialog({ kind: "edit", mailbox }),
      },
      {
        id: "delete",
        label: labels.deleteMailbox,
        icon: "bin",
        danger: true,
        onAction: () => onDialog({ kind: "delete", mailbox }),
      },
    );
  }
  if (entries.length === 0) return null;
  return (
    <Menu
      label={labels.actionsFor(mailbox.displayName)}
      items={entries}
      trigger={
        <Button
          variant="quiet"
          size="small"
          icon="dots"
          aria-label={labels.actionsFor(mailbox.displayName)}
        />
      }
    />
  );
}

/** Folders, mailboxes and actions above the list, in a narrow window. */
export function CompactFolders(props: Props) {
  const { urlState, mailboxes, onChange, onCompose, onDialog } = props;
  const mailbox = mailboxes.find(({ id }) => id === urlState.mailbox) ?? mailboxes[0];
  return (
    <div className="mail__bar">
      <div className="row">
        <h1 className="screen-title row__grow">{labels.title}</h1>
        {mailbox?.kind === MailboxKind.EMBEDDED ? (
          <Button
            variant="quiet"
            icon="persona"
            aria-label={labels.writeAsHomeowner}
            onPress={() => onDialog({ kind: "test", mailbox })}
          />
        ) : null}
        <Button icon="pen" onPress={onCompose}>
          {labels.newEmail}
        </Button>
      </div>
      <div className="mail__selects">
        <MailboxSelect {...props} />
        <Select
          label={labels.folder}
          hideLabel
          value={urlState.folder}
          onChange={(folder) => onChange({ folder: folder as Folder })}
          options={folderNames.map((folder) => {
            const count = counted(folder, mailboxes, urlState.mailbox);
            const label = folders[folder].label;
            return { value: folder, label: count > 0 ? `${label} (${count})` : label };
          })}
        />
      </div>
    </div>
  );
}
