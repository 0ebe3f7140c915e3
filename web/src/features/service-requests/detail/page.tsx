import { type ReactNode, Suspense, useState } from "react";
import { Link } from "react-router";
import { toProblem } from "../../../api/problem";
import { useServiceRequest } from "../../../entities/service-request/queries";
import { toRequestHref } from "../../../entities/service-request/request-link";
import { isFinal } from "../../../entities/service-request/states";
import { screenRule } from "../../../entities/session/screen-access";
import { Screen } from "../../../gen/parlor/options/v1/screen_pb";
import type { ServiceRequestAction } from "../../../gen/parlor/v1/service_request_pb";
import type { GetServiceRequestResponse } from "../../../gen/parlor/v1/service_request_service_pb";
import { showDirectionMarks } from "../../../lib/direction-marks";
import { lazyWithReload, usePrefetch } from "../../../lib/lazy";
import { textCodec, useUrlState } from "../../../lib/use-url-state";
import { Count, EmptyState, ErrorState, Skeleton } from "../../../ui";
import { sharedLabels } from "../labels";
import { StepDialog } from "../step/step-dialog";
import "./detail.css";
import { CommentForm } from "./comment-form";
import { BackLink, DueLine, LeadButton, RequestHeader } from "./header";
import { labels } from "./labels";
import { Photos } from "./photos";
import { Rail } from "./rail";
import { Steps } from "./steps";
import { Timeline } from "./timeline";

const loadSheet = () => import("./edit-sheet");
const EditSheet = lazyWithReload(loadSheet);

const parts = ["overview", "timeline", "photos"] as const;

const codec = textCodec("id", "part");

/** Tabs of a narrow window, which shows one part at a time. */
function PartTabs({ part, counts }: { part: string; counts: Record<string, number> }) {
  const [{ id }] = useUrlState(codec);
  return (
    <nav className="tabs request-tabs only-phone" aria-label={labels.tabsLabel}>
      {parts.map((one) => (
        <Link
          key={one}
          className="tab"
          replace
          to={`${toRequestHref(id)}&part=${one}`}
          aria-current={one === part ? "page" : undefined}
        >
          {labels[one]}
          {counts[one] === undefined ? null : <Count value={counts[one]} />}
        </Link>
      ))}
    </nav>
  );
}

type LoadedProps = { response: GetServiceRequestResponse; part: string };

function LoadedRequest({ response, part }: LoadedProps) {
  const { serviceRequest: request, activities, hasMoreActivities, allowedActions } = response;
  const [action, setAction] = useState<ServiceRequestAction>();
  const [isEditing, setIsEditing] = useState(false);
  usePrefetch(loadSheet);
  if (!request) return null;
  const canEdit = !isFinal(request.state);
  const edit = () => setIsEditing(true);
  const counts = { timeline: activities.length, photos: request.photos.length };
  return (
    <>
      <header className="request-head">
        <RequestHeader
          request={request}
          allowed={allowedActions}
          canEdit={canEdit}
          onAction={setAction}
          onEdit={edit}
        />
        <div className="request-head__steps">
          <Steps request={request} activities={activities} />
          <DueLine request={request} />
        </div>
        <PartTabs part={part} counts={counts} />
      </header>
      <div className="request" data-part={part}>
        <section className="request__story" aria-label={labels.timeline}>
          <Photos request={request} canEdit={canEdit} />
          {request.description ? (
            <blockquote className="request__words">
              {showDirectionMarks(request.description)}
            </blockquote>
          ) : null}
          <Timeline
            request={request}
            activities={activities}
            hasEarlier={hasMoreActivities}
            isAlone={part === "timeline"}
          />
          <CommentForm key={request.id} request={request} />
        </section>
        <Rail request={request} canEdit={canEdit} onEdit={edit} />
      </div>
      {allowedActions.length > 0 ? (
        <footer className="request-foot only-phone">
          <LeadButton allowed={allowedActions} onAction={setAction} />
        </footer>
      ) : null}
      {action === undefined ? null : (
        <StepDialog request={request} action={action} onClose={() => setAction(undefined)} />
      )}
      {isEditing ? (
        <Suspense>
          <EditSheet request={request} onClose={() => setIsEditing(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

function RequestSkeleton() {
  return (
    <>
      <div className="request-head" aria-busy="true">
        <div className="request-head__top">
          <BackLink />
          <h1 className="visually-hidden">{labels.screen}</h1>
          <span className="row__grow stack">
            <Skeleton wide="320px" high="28px" />
            <Skeleton wide="220px" />
          </span>
        </div>
        <Skeleton wide="60%" high="32px" />
      </div>
      <div className="screen-body stack stack--loose" aria-hidden="true">
        <Skeleton wide="72%" high="72px" />
        <Skeleton wide="56%" />
        <Skeleton wide="64%" />
      </div>
      <p className="visually-hidden" role="status">
        {labels.loading}
      </p>
    </>
  );
}

/** Shown if the URL names no request, or the request failed to load. */
function NoRequest({ children }: { children: ReactNode }) {
  return (
    <>
      <div className="screen-head">
        <BackLink />
        <h1 className="screen-title">{labels.screen}</h1>
      </div>
      {children}
    </>
  );
}

/** One service request. */
export default function ServiceRequestPage() {
  const [urlState] = useUrlState(codec);
  const { id } = urlState;
  const part = parts.find((one) => one === urlState.part) ?? "overview";
  const query = useServiceRequest(id);
  if (query.data) return <LoadedRequest key={id} response={query.data} part={part} />;
  if (id && query.error) {
    return (
      <NoRequest>
        <ErrorState
          title={sharedLabels.loadFailed}
          problem={toProblem(query.error)}
          onRetry={() => void query.refetch()}
          pending={query.isFetching}
        />
      </NoRequest>
    );
  }
  if (id) return <RequestSkeleton />;
  return (
    <NoRequest>
      <EmptyState
        title={labels.noneTitle}
        text={labels.noneText}
        action={
          <Link className="button" to={screenRule(Screen.SERVICE_REQUEST_MAIN).path}>
            {labels.allRequests}
          </Link>
        }
      />
    </NoRequest>
  );
}
