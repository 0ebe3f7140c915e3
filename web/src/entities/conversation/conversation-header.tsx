import { type ReactNode, Suspense, useState } from "react";
import { type Conversation, ConversationState } from "../../gen/parlor/v1/conversation_pb";
import { InboxPriority } from "../../gen/parlor/v1/inbox_priority_pb";
import { lazyWithReload } from "../../lib/lazy";
import {
  Avatar,
  BackButton,
  Badge,
  Button,
  Menu,
  type MenuEntry,
  PhoneLink,
  UnitPlate,
} from "../../ui";
import { DetailTitle } from "../../ui/two-pane";
import { labels as consentLabels } from "../consent/labels";
import { useMayRecordConsent } from "../consent/queries";
import { kindLabel } from "../homeowner/kind";
import { PriorityBadge, priorityMenuEntries } from "../priority/priority";
import { CreateRequestLink } from "../service-request/create-request-link";
import { useSession } from "../session/session";
import { useShortcuts } from "../shortcut/use-shortcuts";
import { SnoozeMenu } from "../snooze/snooze-menu";
import { detailLabels } from "./detail-labels";
import { claimLabel, residentLabel, toStateLabel } from "./labels";
import { type Assignment, toAssignment } from "./rules";
import type { ConversationActions } from "./use-conversation-actions";

const ConsentDialog = lazyWithReload(() => import("../consent/consent-dialog"));

type Props = {
  conversation: Conversation;
  actions: ConversationActions;
  onBack: () => void;
  /** Further actions, before the others. */
  moreActions?: ReactNode;
};

type Permissions = { take: boolean; handBack: boolean; setAside: boolean };

/** Only administrators may take over a conversation that a colleague has claimed. */
function toPermissions(
  { state }: Conversation,
  hold: Assignment,
  administrator: boolean,
): Permissions {
  const own = hold !== "theirs" || administrator;
  return {
    take: own && hold !== "mine",
    handBack: own && state !== ConversationState.BOT,
    setAside: own && state !== ConversationState.RESOLVED,
  };
}

/** Resident, state and actions of the conversation. */
export function ConversationHeader({ conversation, actions, onBack, moreActions }: Props) {
  const { user } = useSession();
  const may = toPermissions(
    conversation,
    toAssignment(conversation, user.id),
    user.parlorRole === "admin",
  );
  useShortcuts("conversation", {
    t: () => may.take && actions.takeOver(conversation),
    b: () => may.handBack && actions.handBack(conversation),
    e: () => may.setAside && actions.resolve(conversation),
  });
  return (
    <header className="case-head case-head--wrap">
      <BackButton onBack={onBack} />
      <Avatar name={conversation.resident?.name ?? ""} className="only-desk" />
      <ResidentSummary conversation={conversation} />
      <HeaderActions
        conversation={conversation}
        actions={actions}
        may={may}
        moreActions={moreActions}
      />
    </header>
  );
}

function ResidentSummary({ conversation }: { conversation: Conversation }) {
  const { user } = useSession();
  const { resident, phone, communityLabel, optedOut } = conversation;
  const state = toStateLabel(conversation);
  const claim = claimLabel(conversation, user.id);
  return (
    <div className="row__grow stack stack--tight">
      <div className="case-head__name conversation-head__name">
        <DetailTitle>{residentLabel(conversation)}</DetailTitle>
        <UnitPlate unit={resident?.unit ?? ""} />
        {state.tone === "outline" ? null : (
          <Badge tone={state.tone} icon={state.icon}>
            {state.label}
          </Badge>
        )}
        {claim ? (
          <Badge tone={toAssignment(conversation, user.id) === "mine" ? "accent" : "warning"}>
            {claim}
          </Badge>
        ) : null}
        <PriorityBadge priority={conversation.priority} />
        {optedOut ? (
          <Badge tone="danger" icon="spam">
            {detailLabels.optedOut}
          </Badge>
        ) : null}
      </div>
      <p className="caption truncate">
        {[communityLabel, resident && kindLabel(resident.kind)].filter(Boolean).join(" · ")}
        {resident?.name ? (
          <>
            {" · "}
            <PhoneLink phone={phone} />
          </>
        ) : null}
      </p>
    </div>
  );
}

function HeaderActions({
  conversation,
  actions,
  may,
  moreActions,
}: Omit<Props, "onBack"> & { may: Permissions }) {
  const [isConsentOpen, setIsConsentOpen] = useState(false);
  const mayRecordConsent = useMayRecordConsent();
  const entries: MenuEntry[] = [
    ...(may.handBack
      ? [
          {
            id: "hand-back",
            label: detailLabels.handBack,
            icon: "door" as const,
            onAction: () => actions.handBack(conversation),
          },
        ]
      : []),
    ...(may.setAside
      ? [
          {
            id: "resolve",
            label: detailLabels.resolve,
            icon: "check" as const,
            onAction: () => actions.resolve(conversation),
          },
        ]
      : []),
  ];
  if (mayRecordConsent)
    entries.push({
      id: "consent",
      label: consentLabels.title,
      icon: "text",
      onAction: () => setIsConsentOpen(true),
    });
  if (entries.length > 0) entries.push("rule");
  entries.push(
    ...priorityMenuEntries(InboxPriority, conversation.priority, (priority) =>
      actions.setPriority(conversation, priority),
    ),
  );
  return (
    <div className="row case-head__acts">
      {moreActions}
      <CreateRequestLink from="conversation" id={conversation.id} />
      {may.take ? (
        <Button size="small" pending={actions.busy} onPress={() => actions.takeOver(conversation)}>
          {detailLabels.takeOver}
        </Button>
      ) : may.handBack ? (
        <Button
          size="small"
          className="only-desk"
          pending={actions.busy}
          onPress={() => actions.handBack(conversation)}
        >
          {detailLabels.handBack}
        </Button>
      ) : null}
      {may.setAside ? (
        <SnoozeMenu
          pending={actions.busy}
          onSnooze={(until) => actions.snooze(conversation, until)}
        />
      ) : null}
      {may.setAside ? (
        <Button
          size="small"
          icon="check"
          className="only-desk"
          pending={actions.busy}
          onPress={() => actions.resolve(conversation)}
        >
          {detailLabels.resolve}
        </Button>
      ) : null}
      <Menu
        label={detailLabels.moreActions}
        items={entries}
        trigger={<Button variant="quiet" icon="dots" aria-label={detailLabels.moreActions} />}
      />
      {isConsentOpen ? (
        <Suspense>
          <ConsentDialog
            phone={conversation.phone}
            start="history"
            onClose={() => setIsConsentOpen(false)}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
