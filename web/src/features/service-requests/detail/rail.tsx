import { type ReactNode, Suspense, useState } from "react";
import { Link } from "react-router";
import { useConversationPath } from "../../../entities/conversation/use-conversation-path";
import { estimateStateLabels, formatCents } from "../../../entities/service-request/action-labels";
import {
  dueTimes,
  entryLabels,
  kindLabels,
  priorityLabels,
} from "../../../entities/service-request/labels";
import { isTexted } from "../../../entities/service-request/resident-text";
import { screenRule } from "../../../entities/session/screen-access";
import { useSession } from "../../../entities/session/session";
import { Screen } from "../../../gen/parlor/options/v1/screen_pb";
import { EntryPermission, type ServiceRequest } from "../../../gen/parlor/v1/service_request_pb";
import { showDirectionMarks } from "../../../lib/direction-marks";
import { lazyWithReload } from "../../../lib/lazy";
import { formatPhone } from "../../../lib/names";
import { useNow } from "../../../lib/use-now";
import { Avatar, Button, Icon } from "../../../ui";
import type { IconName } from "../../../ui/icons";
import { AssigneeSelect } from "./assignee-select";
import { Documents } from "./documents";
import { EstimateDecision } from "./estimate";
import { conversationLabels, labels, railLabels, timeLabel } from "./labels";
import { RailPart } from "./rail-part";
import { SoftwarePart } from "./software";
import { WorkOrders } from "./work-orders";

const ConversationDialog = lazyWithReload(() => import("./conversation-dialog"));

type Props = { request: ServiceRequest; canEdit: boolean; onEdit: () => void };

function Access({ request }: Pick<Props, "request">) {
  const { location, entryPermission, pets } = request;
  const entry = entryPermission === EntryPermission.UNSPECIFIED ? "" : entryLabels[entryPermission];
  const lines = [
    { icon: "pin", text: location },
    { icon: "door", text: entry },
    { icon: "paw", text: pets },
  ].filter(({ text }) => text) as { icon: IconName; text: string }[];
  if (lines.length === 0) return <p className="caption">{railLabels.noAccess}</p>;
  return (
    <ul className="access">
      {lines.map(({ icon, text }) => (
        <li key={icon}>
          <Icon name={icon} />
          <b>{showDirectionMarks(text)}</b>
        </li>
      ))}
    </ul>
  );
}

function Contact({ request }: Pick<Props, "request">) {
  const { contactName, contactPhone, contactEmail } = request;
  if (!contactName && !contactPhone && !contactEmail) {
    return <p className="caption">{railLabels.noContact}</p>;
  }
  return (
    <div className="request-contact">
      <Avatar name={contactName} />
      <div className="stack stack--tight">
        {contactName ? <p className="strong">{showDirectionMarks(contactName)}</p> : null}
        {contactPhone ? <a href={`tel:${contactPhone}`}>{formatPhone(contactPhone)}</a> : null}
        {contactEmail ? <a href={`mailto:${contactEmail}`}>{contactEmail}</a> : null}
        <p className="caption">{isTexted(request) ? railLabels.textsOn : railLabels.textsOff}</p>
      </div>
    </div>
  );
}

/** What the request was created from, with a link for users who can open it. */
function Origin({ request }: Pick<Props, "request">) {
  const { conversationId, escalationId } = request;
  const { may } = useSession();
  const [isReading, setIsReading] = useState(false);
  const toConversationPath = useConversationPath();
  const escalationPath = may(Screen.ESCALATIONS)
    ? `${screenRule(Screen.ESCALATIONS).path}?id=${encodeURIComponent(escalationId)}`
    : undefined;
  const links = [
    { id: escalationId, path: escalationPath, label: labels.escalation },
    { id: conversationId, path: toConversationPath?.(conversationId), label: labels.conversation },
  ].filter(({ id }) => id);
  if (links.length === 0) return null;
  return (
    <>
      <dt>{railLabels.from}</dt>
      <dd className="row row--wrap">
        {links.map(({ id, path, label }) =>
          path ? (
            <Link key={id} to={path}>
              {label}
            </Link>
          ) : (
            <span key={id}>{label}</span>
          ),
        )}
        {conversationId ? (
          <Button variant="link" size="small" onPress={() => setIsReading(true)}>
            {conversationLabels.show}
          </Button>
        ) : null}
        {isReading ? (
          <Suspense>
            <ConversationDialog request={request} onClose={() => setIsReading(false)} />
          </Suspense>
        ) : null}
      </dd>
    </>
  );
}

/** When the request is due, and the due time of its priority. */
function Due({ request: { dueAt, priority } }: Pick<Props, "request">) {
  const now = useNow();
  return (
    <>
      {timeLabel(dueAt, now)}
      <span className="caption request-due-rule">
        {railLabels.dueRule(priorityLabels[priority] ?? "", dueTimes[priority] ?? "")}
      </span>
    </>
  );
}

function Facts({ request, canEdit }: Omit<Props, "onEdit">) {
  const { vendor, kind, priority, createdBy, estimateCents, estimateState } = request;
  const estimate =
    estimateCents === undefined
      ? railLabels.notSet
      : `${formatCents(estimateCents)} · ${estimateStateLabels[estimateState]}`;
  const facts: [string, ReactNode][] = [
    [railLabels.vendor, vendor || railLabels.notSet],
    [railLabels.estimate, estimate],
    [railLabels.priority, priorityLabels[priority]],
    [railLabels.kind, kindLabels[kind]],
    [railLabels.due, <Due key="due" request={request} />],
    [railLabels.createdBy, createdBy || railLabels.byText],
  ];
  return (
    <dl className="facts facts--rail">
      <dt>{railLabels.assignee}</dt>
      <dd>
        <AssigneeSelect request={request} canEdit={canEdit} />
      </dd>
      {facts.map(([name, value]) => (
        <div key={name} className="facts__pair">
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <Origin request={request} />
    </dl>
  );
}

/** The side column, for staff on site: estimate, access, contact and details. */
export function Rail({ request, canEdit, onEdit }: Props) {
  const edit = canEdit ? (
    <Button variant="link" size="small" onPress={onEdit}>
      {railLabels.edit}
    </Button>
  ) : undefined;
  return (
    <aside className="request__rail" aria-label={labels.overview}>
      <EstimateDecision request={request} />
      <RailPart title={railLabels.access}>
        <Access request={request} />
      </RailPart>
      <RailPart title={railLabels.contact}>
        <Contact request={request} />
      </RailPart>
      <RailPart title={railLabels.details} action={edit}>
        <Facts request={request} canEdit={canEdit} />
      </RailPart>
      <Documents request={request} canEdit={canEdit} />
      <WorkOrders request={request} canEdit={canEdit} />
      <SoftwarePart request={request} />
    </aside>
  );
}
