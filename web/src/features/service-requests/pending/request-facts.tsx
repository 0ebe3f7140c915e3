import type { ReactNode } from "react";
import { entryLabels, kindLabels, priorityLabels } from "../../../entities/service-request/labels";
import { DueDate } from "../../../entities/service-request/request-marks";
import type { ServiceRequest } from "../../../gen/parlor/v1/service_request_pb";
import { showDirectionMarks } from "../../../lib/direction-marks";
import { Facts, Icon, PhoneLink } from "../../../ui";
import { sharedLabels } from "../labels";
import { factLabels, missingLabels } from "./labels";
import { missingDetails } from "./missing-details";

function Missing({ request }: { request: ServiceRequest }) {
  const missing = missingDetails(request);
  if (missing.length === 0) {
    return (
      <p className="queue-missing queue-missing--none row">
        <Icon name="ok" size="small" />
        {missingLabels.none}
      </p>
    );
  }
  return (
    <section className="queue-missing" aria-label={missingLabels.title}>
      <h3 className="label row">
        <Icon name="info" size="small" />
        {missingLabels.title}
      </h3>
      <ul>
        {missing.map((detail) => (
          <li key={detail}>{detail}</li>
        ))}
      </ul>
    </section>
  );
}

/** Known and missing details of a request. */
export function RequestFacts({ request }: { request: ServiceRequest }) {
  const facts: [string, ReactNode][] = [
    [factLabels.kind, kindLabels[request.kind] ?? ""],
    [factLabels.priority, priorityLabels[request.priority] ?? ""],
    [factLabels.location, showDirectionMarks(request.location)],
    [factLabels.access, (request.unit && entryLabels[request.entryPermission]) || ""],
    [factLabels.pets, showDirectionMarks(request.pets)],
    [
      factLabels.phone,
      request.contactPhone ? <PhoneLink key="phone" phone={request.contactPhone} /> : "",
    ],
    [sharedLabels.assignee, request.assigneeName || sharedLabels.unassigned],
    [factLabels.createdBy, showDirectionMarks(request.createdBy)],
  ];
  return (
    <div className="queue-request">
      {request.description ? (
        <p className="queue-request__text">{showDirectionMarks(request.description)}</p>
      ) : null}
      <Photos request={request} />
      <Missing request={request} />
      <Facts className="fact-list queue-request__facts" facts={facts}>
        <div>
          <dt>{factLabels.due}</dt>
          <dd>
            <DueDate request={request} />
          </dd>
        </div>
      </Facts>
    </div>
  );
}

function Photos({ request: { photos } }: { request: ServiceRequest }) {
  if (photos.length === 0) return null;
  return (
    <ul className="queue-photos" aria-label={factLabels.photos}>
      {photos.map(({ id, url, thumbnailUrl, caption }) => (
        <li key={id}>
          <a href={url} target="_blank" rel="noreferrer">
            <img
              src={thumbnailUrl}
              alt={showDirectionMarks(caption) || factLabels.photo}
              loading="lazy"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}
