import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { ReactNode } from "react";
import { toastError } from "../../forms/toast-error";
import { type EmailThread, EmailThreadState } from "../../gen/parlor/v1/email_thread_pb";
import { InboxPriority } from "../../gen/parlor/v1/inbox_priority_pb";
import type { Mailbox } from "../../gen/parlor/v1/mailbox_pb";
import { showDirectionMarks } from "../../lib/direction-marks";
import {
  Avatar,
  BackButton,
  Badge,
  Button,
  Menu,
  type MenuEntry,
  toast,
  UnitPlate,
} from "../../ui";
import { DetailTitle } from "../../ui/two-pane";
import { PriorityBadge, priorityMenuEntries } from "../priority/priority";
import { useSession } from "../session/session";
import { useShortcuts } from "../shortcut/use-shortcuts";
import { SnoozeMenu } from "../snooze/snooze-menu";
import { kindBadge, labels, participantLabel, subjectLabel } from "./labels";
import { useAssign, useAssignees, useChangeState, useMark, useSetThreadPriority } from "./queries";
import { threadLabels } from "./thread-labels";

type Props = {
  thread: EmailThread;
  mailbox: Mailbox | undefined;
  onBack: () => void;
  /** Delivers a reply as the homeowner. Unset where that isn't possible. */
  onReplyAsHomeowner?: (() => void) | undefined;
  /** Further actions, before the others. */
  moreActions?: ReactNode;
};

function useThreadActions(thread: EmailThread, onAway: () => void) {
  const changing = useChangeState();
  const { id } = thread;
  const onError = toastError;
  const reopen = () => changing.mutate({ id, state: EmailThreadState.OPEN }, { onError });
  const leave = (title: string) => () => {
    onAway();
    toast.undo({ title, onUndo: reopen });
  };
  return {
    reopen,
    resolve: () =>
      changing.mutate(
        { id, state: EmailThreadState.RESOLVED },
        { onError, onSuccess: leave(threadLabels.resolved) },
      ),
    busy: changing.isPending,
    /** Rejects with the error, which the caller may show in a field. */
    snooze: async (until: Date) => {
      const snoozedUntil = timestampFromDate(until);
      await changing.mutateAsync({ id, state: EmailThreadState.SNOOZED, snoozedUntil });
      leave(threadLabels.snoozed)();
    },
  };
}

/** Subject, participant and actions of a thread. */
export function ThreadHeader(props: Props) {
  const { thread, mailbox, onBack, onReplyAsHomeowner, moreActions } = props;
  const actions = useThreadActions(thread, onBack);
  const isOpen = thread.state === EmailThreadState.OPEN;
  useShortcuts("emailThread", { e: () => (isOpen ? actions.resolve() : actions.reopen()) });
  const kind = kindBadge(thread.kind);
  return (
    <header className="mail-head">
      <div className="mail-head__top">
        <BackButton onBack={onBack} />
        <DetailTitle className="screen-title row__grow">{subjectLabel(thread)}</DetailTitle>
        <div className="row mail-head__actions">
          {moreActions}
          {isOpen ? (
            <>
              <SnoozeMenu pending={actions.busy} onSnooze={actions.snooze} />
              <Button size="small" icon="check" onPress={actions.resolve}>
                {threadLabels.resolve}
              </Button>
            </>
          ) : (
            <Button size="small" icon="inbox" onPress={actions.reopen}>
              {threadLabels.moveToInbox}
            </Button>
          )}
          <MoreMenu thread={thread} onReplyAsHomeowner={onReplyAsHomeowner} />
        </div>
      </div>
      <div className="row mail-from">
        <Avatar name={thread.participantName} className="only-desk" />
        <p className="row__grow">
          <span className="mail-from__name">
            <b>{participantLabel(thread)}</b>
            <UnitPlate unit={thread.unit} />
            {thread.participantName ? (
              <span className="caption">{showDirectionMarks(thread.participantAddress)}</span>
            ) : null}
          </span>
          <span className="caption">
            {[mailbox?.address, thread.communityLabel].filter(Boolean).join(" · ")}
          </span>
        </p>
        <PriorityBadge priority={thread.priority} />
        {kind ? (
          <Badge icon={kind.icon} {...(kind.tone ? { tone: kind.tone } : {})}>
            {kind.label}
          </Badge>
        ) : null}
        <AssigneeMenu thread={thread} />
      </div>
    </header>
  );
}

function AssigneeMenu({ thread }: { thread: EmailThread }) {
  const { user } = useSession();
  const assigning = useAssign();
  const assignees = useAssignees().data ?? [];
  const assign = (assigneeId: string) =>
    assigning.mutate({ id: thread.id, assigneeId }, { onError: toastError });
  const entries: MenuEntry[] = assignees.map(({ id, name }) => ({
    id,
    label: id === user.id ? threadLabels.you(name) : name,
    onAction: () => assign(id),
  }));
  if (thread.assigneeId)
    entries.push("rule", { id: "none", label: threadLabels.unassign, onAction: () => assign("") });
  return (
    <Menu
      label={threadLabels.assign}
      items={entries}
      trigger={
        <Button
          size="small"
          variant="quiet"
          icon="persona"
          {...(thread.assignedByRule
            ? { title: threadLabels.assignedByRule(thread.assignedByRule) }
            : {})}
        >
          {thread.assigneeName || threadLabels.assign}
        </Button>
      }
    />
  );
}

function MoreMenu({ thread, onReplyAsHomeowner }: Pick<Props, "thread" | "onReplyAsHomeowner">) {
  const marking = useMark();
  const prioritizing = useSetThreadPriority();
  const entries: MenuEntry[] = [
    {
      id: "unread",
      label: threadLabels.markUnread,
      icon: "mail",
      onAction: () => marking.mutate({ id: thread.id, isUnread: true }, { onError: toastError }),
    },
  ];
  if (onReplyAsHomeowner)
    entries.push({
      id: "homeowner",
      label: labels.replyAsHomeowner,
      icon: "persona",
      onAction: onReplyAsHomeowner,
    });
  entries.push(
    "rule",
    ...priorityMenuEntries(InboxPriority, thread.priority, (priority) =>
      prioritizing.mutate({ id: thread.id, priority }, { onError: toastError }),
    ),
  );
  return (
    <Menu
      label={threadLabels.moreActions}
      items={entries}
      trigger={
        <Button variant="quiet" size="small" icon="dots" aria-label={threadLabels.moreActions} />
      }
    />
  );
}
