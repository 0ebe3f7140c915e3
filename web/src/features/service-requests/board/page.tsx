import { Suspense, useState } from "react";
import { Link } from "react-router";
import { screenRule } from "../../../entities/session/screen-access";
import { Screen } from "../../../gen/parlor/options/v1/screen_pb";
import type {
  ServiceRequest,
  ServiceRequestAction,
} from "../../../gen/parlor/v1/service_request_pb";
import { ServiceRequestOrder } from "../../../gen/parlor/v1/service_request_service_pb";
import { lazyWithReload } from "../../../lib/lazy";
import { useDebounced } from "../../../lib/use-debounced";
import { useMedia } from "../../../lib/use-media";
import { Icon, SegmentedControl } from "../../../ui";
import { ScreenNav } from "../screen-nav";
import { StepDialog } from "../step/step-dialog";
import { BoardFooter } from "./board-footer";
import { Column } from "./column";
import { Filters } from "./filters";
import { labels } from "./labels";
import { needsDialog, type StageId, stages } from "./stages";
import { isFiltered, toFilter, toOrder, useBoardUrlState } from "./url-state";
import { useBoardKeys } from "./use-board-keys";
import { useMoves } from "./use-moves";
import { useStageCounts } from "./use-stage-counts";
import { Views } from "./views";
import "../list/list.css";
import "./board.css";
import { sharedLabels } from "../labels";

// Only shown while a card is dragged; the code for dragging has loaded by then.
const DropTray = lazyWithReload(() => import("./drop-tray"));

const newRequest = screenRule(Screen.SERVICE_REQUEST_CREATE).path;

type PendingStep = { request: ServiceRequest; action: ServiceRequestAction };

/** Requests by state, in columns between which they can be moved. */
export default function BoardPage() {
  const [urlState, setUrlState] = useBoardUrlState();
  const narrow = useMedia("(max-width: 760px)");
  const query = useDebounced(urlState.query, 200);
  const counts = useStageCounts(urlState.community);
  const { moves, move } = useMoves();
  const [dragged, setDragged] = useState<ServiceRequest>();
  const [pendingStep, setPendingStep] = useState<PendingStep>();
  useBoardKeys();

  const step = (request: ServiceRequest, action: ServiceRequestAction) => {
    if (needsDialog(request, action)) setPendingStep({ request, action });
    else void move(request, action);
  };
  const shown = narrow ? stages.filter(({ id }) => id === urlState.stage) : stages;
  return (
    <>
      <div className="screen-head">
        <h1 className="screen-title">{labels.title}</h1>
        <ScreenNav current={Screen.SERVICE_REQUEST_MAIN_UPDATED} />
        <span className="screen-head__grow" />
        <Link className="button button--primary" to={newRequest}>
          <Icon name="plus" size="small" />
          {sharedLabels.newRequest}
        </Link>
      </div>
      <Views urlState={urlState} />
      <Filters
        urlState={urlState}
        narrow={narrow}
        onChange={(change) => setUrlState(change, true)}
      />
      {narrow ? (
        <div className="board-switch">
          <SegmentedControl
            label={labels.column}
            value={urlState.stage}
            onChange={(stage) => setUrlState({ stage: stage as StageId }, true)}
            options={stages.map(({ id, title }) => ({
              value: id,
              label: title,
              ...(counts && !isFiltered(urlState) ? { count: counts[id].total } : {}),
            }))}
          />
        </div>
      ) : null}
      <section className="board" aria-label={sharedLabels.byStatus}>
        {shown.map((stage) => (
          <Column
            key={stage.id}
            stage={stage}
            filter={toFilter({ ...urlState, query })}
            order={stage.id === "completed" ? ServiceRequestOrder.NEWEST : toOrder[urlState.order]}
            count={isFiltered(urlState) ? undefined : counts?.[stage.id]}
            moves={moves}
            dragged={dragged}
            onDrag={setDragged}
            onStep={step}
            isDraggable={!narrow}
          />
        ))}
      </section>
      {dragged ? (
        <Suspense>
          <DropTray dragged={dragged} onStep={step} />
        </Suspense>
      ) : (
        <BoardFooter community={urlState.community} />
      )}
      {pendingStep ? (
        <StepDialog {...pendingStep} onClose={() => setPendingStep(undefined)} />
      ) : null}
    </>
  );
}
