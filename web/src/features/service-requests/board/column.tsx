import { useId } from "react";
import { GridList, useDragAndDrop } from "react-aria-components";
import { useNavigate } from "react-router";
import { type RequestFilter, useServiceRequests } from "../../../entities/service-request/queries";
import { toRequestHref } from "../../../entities/service-request/request-marks";
import {
  type ServiceRequest,
  ServiceRequestState,
} from "../../../gen/parlor/v1/service_request_pb";
import type { ServiceRequestOrder } from "../../../gen/parlor/v1/service_request_service_pb";
import { Button, ErrorState, Skeleton } from "../../../ui";
import { stepTitle } from "../step/labels";
import { Card, CardContent, type OnStep } from "./card";
import { ColumnHead, type StageCount } from "./column-head";
import { dropHint, emptyColumn, emptyFiltered } from "./labels";
import { acceptedStates, actionInto, dragType, type Stage } from "./stages";
import { type Moves, withMoves } from "./use-moves";

const pageSize = 20;

export type ColumnProps = {
  stage: Stage;
  filter: RequestFilter;
  order: ServiceRequestOrder;
  /** Unset where filters are set: the loaded rows are counted then. */
  count: StageCount | undefined;
  moves: Moves;
  /** The request that is dragged from any column. */
  dragged: ServiceRequest | undefined;
  onDrag: (request: ServiceRequest | undefined) => void;
  onStep: OnStep;
  isDraggable: boolean;
};

/** A column of the board, read page by page. */
export function Column(props: ColumnProps) {
  const { stage, filter, order, moves, dragged, isDraggable, onStep } = props;
  const headingId = useId();
  const navigate = useNavigate();
  const listing = useServiceRequests({ ...filter, states: [...stage.states] }, pageSize, order);
  const rows = withMoves(listing.rows ?? [], stage.states, moves);
  const { dragAndDropHooks } = useColumnDrag(props, rows);
  const drop = dragged && actionInto(stage, dragged.state);
  const loaded = { overdue: 0, total: rows.length, isPartial: listing.more !== undefined };
  return (
    <section
      className={drop ? "board__column is-target" : "board__column"}
      data-refuses={(dragged && !drop) || undefined}
      aria-labelledby={headingId}
      aria-busy={!listing.rows && !listing.problem}
    >
      <ColumnHead stage={stage} headingId={headingId} count={props.count ?? loaded} />
      {dragged && drop ? (
        <div className="drop-slot" aria-hidden="true">
          <span className="strong">{stepTitle(dragged, drop)}</span>
          <span>{dropHint(dragged, drop)}</span>
        </div>
      ) : null}
      {listing.problem ? (
        <ErrorState
          title="Couldn't load this column"
          problem={listing.problem}
          onRetry={listing.onRetry}
          pending={listing.pending}
        />
      ) : listing.rows ? (
        <GridList
          aria-label={`${stage.title} requests`}
          className="board__cards"
          items={rows}
          dependencies={[rows, isDraggable]}
          dragAndDropHooks={dragAndDropHooks}
          keyboardNavigationBehavior="tab"
          disallowTypeAhead
          onAction={(id) => void navigate(toRequestHref(String(id)))}
          renderEmptyState={() => (
            <p className="board__empty">{props.count ? emptyColumn : emptyFiltered}</p>
          )}
        >
          {(request) => (
            <Card
              request={request}
              mark={request.state !== stage.states[0]}
              isDraggable={isDraggable}
              onStep={onStep}
            />
          )}
        </GridList>
      ) : (
        <ColumnSkeleton title={stage.title} />
      )}
      {listing.more ? (
        <div className="board__more">
          <Button
            size="small"
            variant="quiet"
            pending={listing.more.pending}
            onPress={listing.more.onMore}
            aria-label={`Show more ${stage.title.toLowerCase()} requests`}
          >
            Show more
          </Button>
        </div>
      ) : null}
    </section>
  );
}

/** Cards are dragged out of a column, and dropped in it if their state permits. */
function useColumnDrag(
  { stage, dragged, isDraggable, onDrag, onStep }: ColumnProps,
  rows: readonly ServiceRequest[],
) {
  const find = (id: unknown) => rows.find((request) => request.id === String(id));
  return useDragAndDrop({
    isDisabled: !isDraggable,
    getItems: (keys) =>
      [...keys].map((id) => {
        const state = find(id)?.state ?? ServiceRequestState.UNSPECIFIED;
        return { [dragType(state)]: String(id) };
      }),
    getAllowedDropOperations: () => ["move"],
    acceptedDragTypes: acceptedStates(stage).map(dragType),
    onDragStart: ({ keys }) => onDrag(find([...keys][0])),
    onDragEnd: () => onDrag(undefined),
    onRootDrop: () => {
      const action = dragged && actionInto(stage, dragged.state);
      if (action) onStep(dragged, action);
    },
    renderDragPreview: () => (
      <div className="work-card is-lifted">
        {dragged ? <CardContent request={dragged} mark={false} /> : null}
      </div>
    ),
  });
}

function ColumnSkeleton({ title }: { title: string }) {
  return (
    <div className="board__cards">
      <p className="visually-hidden" role="status">
        Loading {title.toLowerCase()} requests
      </p>
      {["92%", "76%", "84%"].map((wide) => (
        <div key={wide} className="work-card" aria-hidden="true">
          <Skeleton wide="56%" high="14px" />
          <Skeleton wide={wide} />
          <Skeleton wide="40%" high="10px" />
        </div>
      ))}
    </div>
  );
}
