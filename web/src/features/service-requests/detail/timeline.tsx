import { timestampDate } from "@bufbuild/protobuf/wkt";
import { useEffect, useRef } from "react";
import {
  ServiceRequestActivityKind as Kind,
  type ServiceRequest,
  type ServiceRequestActivity,
} from "../../../gen/parlor/v1/service_request_pb";
import { showDirectionMarks } from "../../../lib/direction-marks";
import { formatTime } from "../../../lib/format-date";
import { useNow } from "../../../lib/use-now";
import { Badge, Icon } from "../../../ui";
import type { IconName } from "../../../ui/icons";
import { byDay, dayName } from "../../../ui/thread/days";
import { activityLabel, labels, textedLabel, writeLabels } from "./labels";
import { isUntexted } from "./rules";

type Entry = ServiceRequestActivity & { date: Date; key: string; repeats: boolean };

const icons: Partial<Record<Kind, IconName>> = {
  [Kind.CREATED]: "plus",
  [Kind.STATE_CHANGED]: "check",
  [Kind.UPDATED]: "pen",
  [Kind.COMMENT]: "note",
  [Kind.PUBLIC_UPDATE]: "send",
  [Kind.TEXT]: "text",
  [Kind.ESTIMATE]: "coin",
  [Kind.PHOTO]: "camera",
  [Kind.DOCUMENT]: "clip",
  [Kind.REPLY]: "threads",
  [Kind.WORK_ORDER]: "wrench",
  [Kind.SOFTWARE]: "forward",
};

const classes: Partial<Record<Kind, string>> = {
  [Kind.COMMENT]: "entry entry--internal",
  [Kind.PUBLIC_UPDATE]: "entry entry--public",
  [Kind.REPLY]: "entry entry--resident",
};

/** Merges a text that only repeats the update before it into that entry. */
function toEntries(activities: readonly ServiceRequestActivity[]): Entry[] {
  return activities.flatMap((activity, index) => {
    const before = activities[index - 1];
    const repeats =
      activity.kind === Kind.TEXT &&
      before?.kind === Kind.PUBLIC_UPDATE &&
      activity.body.includes(before.body);
    const at = activity.at ? timestampDate(activity.at) : undefined;
    return at ? [{ ...activity, date: at, key: `${index}`, repeats }] : [];
  });
}

function Text({ entry, request }: { entry: Entry; request: ServiceRequest }) {
  const { body, date, repeats } = entry;
  const time = <span>{formatTime(date)}</span>;
  if (isUntexted(body)) {
    return (
      <p className="entry__head">
        {showDirectionMarks(body)} {time}
      </p>
    );
  }
  return (
    <>
      <p className="entry__head">
        {textedLabel(request)} {time}
      </p>
      {repeats ? null : <p className="entry__text entry__text--sent">{showDirectionMarks(body)}</p>}
    </>
  );
}

function Comment({ entry }: { entry: Entry }) {
  const isPublic = entry.kind === Kind.PUBLIC_UPDATE;
  return (
    <>
      <p className="entry__head">
        <b>{entry.actor || labels.system}</b>{" "}
        <Badge tone={isPublic ? "accent" : "warning"} icon={isPublic ? "eye" : "lock"}>
          {isPublic ? labels.public : labels.internal}
        </Badge>{" "}
        <span>{formatTime(entry.date)}</span>
      </p>
      <p className="entry__text">{showDirectionMarks(entry.body)}</p>
      {isPublic ? null : <p className="entry__meta">{writeLabels.internalNote}</p>}
    </>
  );
}

function Event({ entry }: { entry: Entry }) {
  const note = entry.kind === Kind.STATE_CHANGED ? entry.body : "";
  return (
    <>
      <p className="entry__head">
        <b>{entry.actor || labels.system}</b> {activityLabel(entry)}{" "}
        <span>{formatTime(entry.date)}</span>
      </p>
      {note ? <p className="entry__text entry__text--note">{showDirectionMarks(note)}</p> : null}
    </>
  );
}

/** What became of the request in association software, which nobody did. */
function SoftwareEvent({ entry }: { entry: Entry }) {
  return (
    <p className="entry__head">
      {showDirectionMarks(entry.body)} <span>{formatTime(entry.date)}</span>
    </p>
  );
}

/** A text that the resident sent about the request. */
function Reply({ entry, request }: { entry: Entry; request: ServiceRequest }) {
  return (
    <>
      <p className="entry__head">
        <b>{entry.actor || request.contactName || labels.resident}</b> {labels.byText}{" "}
        <span>{formatTime(entry.date)}</span>
      </p>
      <p className="entry__text">{showDirectionMarks(entry.body)}</p>
    </>
  );
}

function EntryBody({ entry, request }: { entry: Entry; request: ServiceRequest }) {
  if (entry.kind === Kind.REPLY) return <Reply entry={entry} request={request} />;
  if (entry.kind === Kind.TEXT) return <Text entry={entry} request={request} />;
  if (entry.kind === Kind.SOFTWARE && !entry.actor) return <SoftwareEvent entry={entry} />;
  return entry.kind in classes ? <Comment entry={entry} /> : <Event entry={entry} />;
}

type Props = {
  request: ServiceRequest;
  activities: readonly ServiceRequestActivity[];
  /** Whether there are earlier activities than these. */
  hasEarlier: boolean;
  /** A narrow window shows only this part. */
  isAlone: boolean;
};

/** Activities of a request by day, oldest first. Opens at the newest one. */
export function Timeline({ request, activities, hasEarlier, isAlone }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const now = new Date(useNow());
  const days = byDay(toEntries(activities).map((entry) => ({ at: entry.date, entry })));
  const newest = activities.length;
  // The scroll position is external to React.
  useEffect(() => {
    if (!newest || !list.current) return;
    list.current.scrollTop = list.current.scrollHeight;
    // In a narrow window the parts scroll together.
    const parts = isAlone ? list.current.closest(".request") : null;
    if (parts) parts.scrollTop = parts.scrollHeight;
  }, [newest, isAlone]);
  return (
    <section
      className="timeline"
      ref={list}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
      tabIndex={0}
      aria-label={labels.timelineLabel}
    >
      {hasEarlier ? <p className="caption">{labels.earlierLeftOut}</p> : null}
      {days.map(({ key, at, items }) => (
        <div key={key}>
          <h2 className="entry-day">{dayName(at, now)}</h2>
          <ol>
            {items.map(({ entry }) => (
              <li key={entry.key} className={classes[entry.kind] ?? "entry"}>
                <span className="entry__mark">
                  <Icon name={icons[entry.kind] ?? "info"} size="small" />
                </span>
                <div className="entry__body">
                  <EntryBody entry={entry} request={request} />
                </div>
              </li>
            ))}
          </ol>
        </div>
      ))}
    </section>
  );
}
