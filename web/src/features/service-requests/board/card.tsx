import { timestampDate } from "@bufbuild/protobuf/wkt";
import { GridListItem } from "react-aria-components";
import { useNavigate } from "react-router";
import { actionLabels } from "../../../entities/service-request/action-labels";
import { toRequestHref } from "../../../entities/service-request/request-link";
import { DueDate, PriorityMark } from "../../../entities/service-request/request-marks";
import { StateBadge } from "../../../entities/service-request/state-mark";
import { allowedActions, isOpen } from "../../../entities/service-request/states";
import {
  type ServiceRequest,
  ServiceRequestAction,
} from "../../../gen/parlor/v1/service_request_pb";
import { showDirectionMarks } from "../../../lib/direction-marks";
import { formatShortDate } from "../../../lib/format-date";
import { useNow } from "../../../lib/use-now";
import { Avatar, Button, Icon, Menu, type MenuEntry, UnitPlate } from "../../../ui";
import { sharedLabels } from "../labels";
import { toCardLine } from "./card-line";
import { labels } from "./labels";

export type OnStep = (request: ServiceRequest, action: ServiceRequestAction) => void;

/** Content of a card, also used for the preview while dragging. */
export function CardContent({ request, mark }: { request: ServiceRequest; mark: boolean }) {
  const { number, title, unit, contactName, communityLabel, assigneeName } = request;
  const line = toCardLine(request);
  return (
    <>
      <span className="work-card__who">
        <UnitPlate unit={unit} />
        <span className="truncate">{showDirectionMarks(contactName || communityLabel)}</span>
        {mark ? <StateBadge state={request.state} /> : <PriorityMark priority={request.priority} />}
      </span>
      <span className="work-card__title">{showDirectionMarks(title)}</span>
      {line ? (
        <span className="work-card__line">
          <Icon name={line.icon} size="small" />
          <span>{line.strong ? <b>{line.text}</b> : line.text}</span>
        </span>
      ) : null}
      <span className="work-card__foot">
        <CardTime request={request} />
        <span className="truncate">
          {number} · {communityLabel}
        </span>
        {assigneeName ? (
          <span title={assigneeName}>
            <Avatar name={assigneeName} size="small" className="person--tiny" staff />
            <span className="visually-hidden">{labels.assignedTo(assigneeName)}</span>
          </span>
        ) : (
          <span
            className="person person--small person--tiny person--none"
            title={sharedLabels.unassigned}
          >
            <span className="visually-hidden">{sharedLabels.unassigned}</span>
          </span>
        )}
      </span>
    </>
  );
}

function CardTime({ request }: { request: ServiceRequest }) {
  const now = useNow();
  const { state, stateChangedAt } = request;
  if (isOpen(state)) return <DueDate request={request} />;
  if (!stateChangedAt) return null;
  return (
    <span className="age">{formatShortDate(timestampDate(stateChangedAt), new Date(now))}</span>
  );
}

type Props = {
  request: ServiceRequest;
  /** Shows the state, for columns with several states. */
  mark: boolean;
  isDraggable: boolean;
  onStep: OnStep;
};

/** A request on the board. It can be moved by its menu, its handle, or by dragging. */
export function Card({ request, mark, isDraggable, onStep }: Props) {
  const { id, number, title, state } = request;
  const navigate = useNavigate();
  const entries: MenuEntry[] = [
    {
      id: "open",
      label: labels.openRequest(number),
      onAction: () => void navigate(toRequestHref(id)),
    },
    "rule",
    ...allowedActions(state).map((action) => ({
      id: String(action),
      label: actionLabels[action] ?? "",
      danger: action === ServiceRequestAction.CANCEL || action === ServiceRequestAction.DECLINE,
      onAction: () => onStep(request, action),
    })),
  ];
  return (
    <GridListItem id={id} textValue={`${number} ${title}`} className="work-card">
      <CardContent request={request} mark={mark} />
      <span className="work-card__tools">
        {isDraggable ? (
          <Button
            slot="drag"
            variant="quiet"
            size="small"
            icon="sort"
            aria-label={labels.drag(number)}
          />
        ) : null}
        <Menu
          label={labels.move(number)}
          items={entries}
          trigger={
            <Button
              variant="quiet"
              size="small"
              icon="dots"
              aria-label={labels.move(number)}
              data-move="true"
            />
          }
        />
      </span>
    </GridListItem>
  );
}
