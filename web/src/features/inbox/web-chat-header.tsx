import type { ReactNode } from "react";
import { detailLabels } from "../../entities/conversation/detail-labels";
import { useAssignees } from "../../entities/email-thread/queries";
import { PriorityBadge, priorityMenuEntries } from "../../entities/priority/priority";
import { useSession } from "../../entities/session/session";
import { useShortcuts } from "../../entities/shortcut/use-shortcuts";
import { SnoozeMenu } from "../../entities/snooze/snooze-menu";
import { VisitorSummary } from "../../entities/web-chat/visitor-summary";
import { InboxPriority } from "../../gen/parlor/v1/inbox_priority_pb";
import type { WebChat } from "../../gen/parlor/v1/web_chat_pb";
import { useMarkRead } from "../../lib/use-mark-read";
import { useNow } from "../../lib/use-now";
import { BackButton, Badge, Button, Menu, type MenuEntry } from "../../ui";
import type { WebChatActions } from "./use-web-chat-actions";
import { chatLabels, chatStateLabel, ruleLabel } from "./web-chat-labels";
import { useMarkChat } from "./web-chat-queries";
import { type ChatPermissions, toChatPermissions } from "./web-chat-rules";

type Props = {
  chat: WebChat;
  actions: WebChatActions;
  /** The user opened it. False if it is shown because it is the first in the list. */
  isChosen: boolean;
  onBack: () => void;
  /** Further actions, before the others. */
  moreActions: ReactNode;
};

/** Visitor, state and actions of a web chat. */
export function WebChatHeader({ chat, actions, isChosen, onBack, moreActions }: Props) {
  const { user } = useSession();
  const may = toChatPermissions(chat, user);
  const state = chatStateLabel(chat, new Date(useNow()));
  const rule = ruleLabel(chat, user.id);
  useMarkRead(chat, isChosen, useMarkChat().mutate);
  useShortcuts("conversation", {
    t: () => may.take && actions.takeOver(chat),
    b: () => may.handBack && actions.handBack(chat),
    e: () => may.setAside && actions.resolve(chat),
  });
  return (
    <header className="case-head case-head--wrap">
      <BackButton onBack={onBack} />
      <VisitorSummary chat={chat}>
        {state && !chat.hasOpenQuestion ? (
          <Badge tone={state.tone} icon={state.icon}>
            {state.label}
          </Badge>
        ) : null}
        {rule ? <Badge tone="warning">{rule}</Badge> : null}
        <PriorityBadge priority={chat.priority} />
        <AssigneeMenu chat={chat} actions={actions} may={may} />
      </VisitorSummary>
      <div className="row case-head__acts">
        {moreActions}
        {may.take ? (
          <Button size="small" pending={actions.busy} onPress={() => actions.takeOver(chat)}>
            {detailLabels.takeOver}
          </Button>
        ) : null}
        {may.setAside ? (
          <>
            <SnoozeMenu pending={actions.busy} onSnooze={(until) => actions.snooze(chat, until)} />
            <Button
              size="small"
              icon="check"
              className="only-desk"
              pending={actions.busy}
              onPress={() => actions.resolve(chat)}
            >
              {detailLabels.resolve}
            </Button>
          </>
        ) : null}
        <MoreMenu chat={chat} actions={actions} may={may} />
      </div>
    </header>
  );
}

type MenuProps = Pick<Props, "chat" | "actions"> & { may: ChatPermissions };

function AssigneeMenu({ chat, actions, may }: MenuProps) {
  const { user } = useSession();
  const assignees = useAssignees().data ?? [];
  if (!may.assign) return <Badge icon="persona">{chat.assigneeName}</Badge>;
  const entries: MenuEntry[] = assignees.map(({ id, name }) => ({
    id,
    label: id === user.id ? chatLabels.you(name) : name,
    onAction: () => actions.assign(chat, id),
  }));
  if (chat.assigneeId)
    entries.push("rule", {
      id: "none",
      label: chatLabels.unassign,
      onAction: () => actions.assign(chat, ""),
    });
  return (
    <Menu
      label={chatLabels.assign}
      items={entries}
      trigger={
        <Button size="small" variant="quiet" icon="persona">
          {chat.assigneeName || chatLabels.assign}
        </Button>
      }
    />
  );
}

function MoreMenu({ chat, actions, may }: MenuProps) {
  const entries: MenuEntry[] = [];
  if (may.handBack)
    entries.push({
      id: "hand-back",
      label: detailLabels.handBack,
      icon: "door",
      onAction: () => actions.handBack(chat),
    });
  if (may.setAside)
    entries.push({
      id: "resolve",
      label: detailLabels.resolve,
      icon: "check",
      onAction: () => actions.resolve(chat),
    });
  entries.push(
    {
      id: "unread",
      label: chatLabels.markUnread,
      icon: "globe",
      onAction: () => actions.markUnread(chat),
    },
    "rule",
    ...priorityMenuEntries(InboxPriority, chat.priority, (priority) =>
      actions.setPriority(chat, priority),
    ),
  );
  return (
    <Menu
      label={detailLabels.moreActions}
      items={entries}
      trigger={<Button variant="quiet" icon="dots" aria-label={detailLabels.moreActions} />}
    />
  );
}
