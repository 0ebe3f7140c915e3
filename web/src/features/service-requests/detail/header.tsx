import { Link } from "react-router";
import { actionLabels, needsNote } from "../../../entities/service-request/action-labels";
import { kindIcons, kindLabels } from "../../../entities/service-request/labels";
import { DueDate, PriorityMark } from "../../../entities/service-request/request-marks";
import { screenRule } from "../../../entities/session/screen-access";
import { Screen } from "../../../gen/parlor/options/v1/screen_pb";
import {
  type ServiceRequest,
  ServiceRequestAction,
} from "../../../gen/parlor/v1/service_request_pb";
import { showDirectionMarks } from "../../../lib/direction-marks";
import { useNow } from "../../../lib/use-now";
import { Badge, Button, Icon, Menu, type MenuEntry, UnitPlate } from "../../../ui";
import { sharedLabels } from "../labels";
import { labels, timeLabel } from "./labels";
import { primaryActions, secondaryActions } from "./rules";

type Props = {
  request: ServiceRequest;
  allowed: readonly ServiceRequestAction[];
  canEdit: boolean;
  onAction: (action: ServiceRequestAction) => void;
  onEdit: () => void;
};

/** "Decline…": actions that open a dialog end with an ellipsis. */
function buttonLabel(action: ServiceRequestAction): string {
  const asks = needsNote(action) || action === ServiceRequestAction.DEFER;
  return `${actionLabels[action]}${asks ? "…" : ""}`;
}

export function BackLink() {
  return (
    <Link
      className="button button--quiet button--icon"
      to={screenRule(Screen.SERVICE_REQUEST_MAIN).path}
      aria-label={sharedLabels.back}
    >
      <Icon name="back" />
    </Link>
  );
}

/** The primary action, if any is allowed. */
export function LeadButton({ allowed, onAction }: Pick<Props, "allowed" | "onAction">) {
  const lead = primaryActions.find((action) => allowed.includes(action));
  if (lead === undefined) return null;
  return (
    <Button variant="primary" onPress={() => onAction(lead)}>
      {buttonLabel(lead)}
    </Button>
  );
}

function Actions({ allowed, canEdit, onAction, onEdit }: Omit<Props, "request">) {
  const others = secondaryActions.filter((action) => allowed.includes(action));
  const entry = (action: ServiceRequestAction, danger = false): MenuEntry => ({
    id: String(action),
    label: buttonLabel(action),
    danger,
    onAction: () => onAction(action),
  });
  const entries: MenuEntry[] = [
    ...others.map((action) => entry(action)),
    ...(canEdit
      ? [{ id: "edit", label: labels.edit, icon: "pen" as const, onAction: onEdit }]
      : []),
    ...(allowed.includes(ServiceRequestAction.CANCEL)
      ? ["rule" as const, entry(ServiceRequestAction.CANCEL, true)]
      : []),
  ];
  return (
    <div className="row row--wrap">
      {others.map((action) => (
        <Button key={action} className="only-desk" onPress={() => onAction(action)}>
          {buttonLabel(action)}
        </Button>
      ))}
      <span className="only-desk">
        <LeadButton allowed={allowed} onAction={onAction} />
      </span>
      {entries.length > 0 ? (
        <Menu
          label={labels.more}
          items={entries}
          trigger={<Button variant="quiet" icon="dots" aria-label={labels.more} />}
        />
      ) : null}
    </div>
  );
}

/** Title, contact and actions of a request. */
export function RequestHeader(props: Props) {
  const { request } = props;
  const { number, title, unit, contactName, communityLabel, kind, priority } = request;
  return (
    <div className="request-head__top row--wrap">
      <BackLink />
      <span className="request-head__unit">
        <UnitPlate unit={unit} />
      </span>
      <div className="row__grow stack stack--tight">
        <h1 className="screen-title">{showDirectionMarks(title)}</h1>
        <p className="request-head__meta small secondary">
          <span className="strong">{number}</span>
          <span>{communityLabel}</span>
          <span>{contactName || (unit ? "" : labels.commonArea)}</span>
          <PriorityMark priority={priority} />
          <Badge icon={kindIcons[kind] ?? "wrench"} className="only-desk">
            {kindLabels[kind]}
          </Badge>
        </p>
      </div>
      <Actions {...props} />
    </div>
  );
}

/** When a request is due, or until when it is on hold. */
export function DueLine({ request }: Pick<Props, "request">) {
  const now = useNow();
  const { deferredUntil, createdAt } = request;
  return (
    <p className="request-head__due">
      {deferredUntil ? (
        <span className="age">{sharedLabels.onHoldUntil(timeLabel(deferredUntil, now))}</span>
      ) : (
        <DueDate request={request} />
      )}
      <span className="caption">{labels.opened(timeLabel(createdAt, now))}</span>
    </p>
  );
}
