import { Suspense, useId } from "react";
import { type RequestFilter, useServiceRequests } from "../../../entities/service-request/queries";
import type { ServiceRequestOrder } from "../../../gen/parlor/v1/service_request_service_pb";
import { lazyWithReload } from "../../../lib/lazy";
import { Button, ErrorState } from "../../../ui";
import { stepTitle } from "../step/labels";
import type { CardsProps } from "./cards";
import { ColumnHeader, type StageCount } from "./column-header";
import { ColumnSkeleton } from "./column-skeleton";
import { dropHint, labels } from "./labels";
import { actionInto } from "./stages";
import { type Moves, withMoves } from "./use-moves";

// The code for cards and dragging loads in parallel with the requests, and doesn't delay the
// screen.
const cardsModule = import("./cards");
// Suspense reports a failure where the cards are shown.
cardsModule.catch(() => undefined);
const Cards = lazyWithReload(() => cardsModule);

const pageSize = 20;

export type ColumnProps = Omit<CardsProps, "rows" | "empty"> & {
  filter: RequestFilter;
  order: ServiceRequestOrder;
  /** Unset while filters are set: the loaded rows are counted then. */
  count: StageCount | undefined;
  moves: Moves;
};

/** A column of the board, loaded page by page. */
export function Column(props: ColumnProps) {
  const { stage, filter, order, moves, dragged } = props;
  const headingId = useId();
  const listing = useServiceRequests({ ...filter, states: [...stage.states] }, pageSize, order);
  const rows = withMoves(listing.rows ?? [], stage.states, moves);
  const drop = dragged && actionInto(stage, dragged.state);
  const loaded = {
    overdue: 0,
    dueSoon: 0,
    total: rows.length,
    isPartial: listing.more !== undefined,
  };
  return (
    <section
      className={drop ? "board__column is-target" : "board__column"}
      data-refuses={(dragged && !drop) || undefined}
      aria-labelledby={headingId}
      aria-busy={!listing.rows && !listing.problem}
    >
      <ColumnHeader stage={stage} headingId={headingId} count={props.count ?? loaded} />
      {dragged && drop ? (
        <div className="drop-slot" aria-hidden="true">
          <span className="strong">{stepTitle(dragged, drop)}</span>
          <span>{dropHint(dragged, drop)}</span>
        </div>
      ) : null}
      {listing.problem ? (
        <ErrorState
          title={labels.loadFailed}
          problem={listing.problem}
          onRetry={listing.onRetry}
          pending={listing.pending}
        />
      ) : listing.rows ? (
        <Suspense fallback={<ColumnSkeleton title={stage.title} />}>
          <Cards
            stage={stage}
            rows={rows}
            empty={props.count ? labels.emptyColumn : labels.emptyFiltered}
            dragged={dragged}
            onDrag={props.onDrag}
            onStep={props.onStep}
            isDraggable={props.isDraggable}
          />
        </Suspense>
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
            aria-label={labels.showMoreIn(stage.title.toLowerCase())}
          >
            {labels.showMore}
          </Button>
        </div>
      ) : null}
    </section>
  );
}
