import { kindLabel } from "../../entities/homeowner/kind";
import { priorityMenuEntries } from "../../entities/priority/priority";
import { CreateRequestLink } from "../../entities/service-request/create-request-link";
import { useSession } from "../../entities/session/session";
import { VerificationBadge } from "../../entities/web-chat/verification-badge";
import { type Escalation, EscalationPriority } from "../../gen/parlor/v1/escalation_pb";

import {
  Avatar,
  BackButton,
  Badge,
  Button,
  Menu,
  type MenuEntry,
  PhoneLink,
  UnitPlate,
  WaitingTime,
} from "../../ui";
import { DetailTitle } from "../../ui/two-pane";

import { claimLabel, UrgencyBadges } from "./escalation-row";
import { askedAt, dismissReasons, isFromChat, isFromEmail, labels, residentLabel } from "./labels";
import type { EscalationActions } from "./use-escalation-actions";

type Props = { escalation: Escalation; actions: EscalationActions; onBack: () => void };

export type ClaimState = "free" | "mine" | "theirs";

export function toClaimState({ claimedById }: Escalation, userId: string): ClaimState {
  if (!claimedById) return "free";
  return claimedById === userId ? "mine" : "theirs";
}

/** Menu entries of the dismiss reasons; `named` adds "Dismiss" to each. */
export function dismissMenuEntries(
  escalation: Escalation,
  actions: EscalationActions,
  named = false,
): MenuEntry[] {
  return dismissReasons.map(({ reason, label, icon }) => ({
    id: label,
    label: named ? labels.dismissAs(label.toLowerCase()) : label,
    icon,
    onAction: () => void actions.dismiss(escalation, reason),
  }));
}

/** Menu entries that claim, release, take over, prioritize or dismiss, as the user may. */
function useMenuEntries(escalation: Escalation, actions: EscalationActions): MenuEntry[] {
  const { user } = useSession();
  const hold = toClaimState(escalation, user.id);
  const claim = () => actions.claim(escalation);
  const priority = priorityMenuEntries(EscalationPriority, escalation.priority, (to) =>
    actions.setPriority(escalation, to),
  );
  if (hold === "theirs") {
    if (user.parlorRole !== "admin") return priority;
    return [
      { id: "take", label: labels.takeOver, icon: "flag", onAction: claim },
      "rule",
      ...priority,
    ];
  }
  return [
    hold === "mine"
      ? {
          id: "release",
          label: labels.release,
          icon: "release",
          onAction: () => actions.release(escalation),
        }
      : { id: "claim", label: labels.claim, icon: "flag", onAction: claim },
    "rule",
    ...priority,
    "rule",
    ...dismissMenuEntries(escalation, actions, true),
  ];
}

export function EscalationHeader({ escalation, actions, onBack }: Props) {
  const { user } = useSession();
  const entries = useMenuEntries(escalation, actions);
  const { reviewed, resident, phone, communityLabel } = escalation;
  const claim = claimLabel(escalation, user.id);
  return (
    <header className="case-head case-head--wrap">
      <BackButton onBack={onBack} />
      <Avatar name={resident?.name ?? ""} className="only-desk" />
      <div className="row__grow stack stack--tight">
        <div className="case-head__name">
          <DetailTitle>{residentLabel(escalation)}</DetailTitle>
          <UnitPlate unit={resident?.unit ?? ""} />
        </div>
        <p className="caption row case-head__facts">
          <span className="truncate">
            {[communityLabel, resident && kindLabel(resident.kind)].filter(Boolean).join(" · ")}
            {resident?.name ? " · " : ""}
          </span>
          {isFromEmail(escalation) || isFromChat(escalation) ? (
            <span className="truncate">{resident?.email}</span>
          ) : resident?.name ? (
            <PhoneLink phone={phone} />
          ) : null}
          <VerificationBadge verification={escalation.webChatVerification} />
        </p>
      </div>
      <div className="row case-head__acts">
        <CreateRequestLink from="escalation" id={escalation.id} />
        {reviewed ? null : (
          <>
            <UrgencyBadges escalation={escalation} />
            <WaitingTime since={askedAt(escalation)} />
            {claim ? (
              <Badge
                tone={escalation.claimedById === user.id ? "accent" : "warning"}
                className="only-desk"
              >
                {claim}
              </Badge>
            ) : (
              <Button
                size="small"
                className="only-desk"
                pending={actions.busy}
                onPress={() => actions.claim(escalation)}
              >
                {labels.claim}
              </Button>
            )}
            {entries.length > 0 ? (
              <Menu
                label={labels.moreActions}
                items={entries}
                trigger={<Button variant="quiet" icon="dots" aria-label={labels.moreActions} />}
              />
            ) : null}
          </>
        )}
      </div>
    </header>
  );
}
