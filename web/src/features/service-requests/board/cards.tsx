import { GridList, useDragAndDrop } from "react-aria-components";
import { useNavigate } from "react-router";
import { toRequestHref } from "../../../entities/service-request/request-link";
import {
  type ServiceRequest,
  ServiceRequestState,
} from "../../../gen/parlor/v1/service_request_pb";
import { Card, CardContent, type OnStep } from "./card";
import { labels } from "./labels";
import { acceptedStates, actionInto, dragType, type Stage } from "./stages";

export type CardsProps = {
  stage: Stage;
  rows: readonly ServiceRequest[];
  /** Shown in an empty column. */
  empty: string;
  /** The request being dragged, from any column. */
  dragged: ServiceRequest | undefined;
  onDrag: (request: ServiceRequest | undefined) => void;
  onStep: OnStep;
  isDraggable: boolean;
};

/**
 * The cards of a column. The code for dragging is large, so this loads in parallel with the
 * requests.
 */
export default function Cards(props: CardsProps) {
  const { stage, rows, empty, isDraggable, onStep } = props;
  const navigate = useNavigate();
  const dragAndDropHooks = useCardDrag(props);
  return (
    <GridList
      aria-label={labels.columnRequests(stage.title)}
      className="board__cards"
      items={rows}
      dependencies={[rows, isDraggable]}
      dragAndDropHooks={dragAndDropHooks}
      keyboardNavigationBehavior="tab"
      disallowTypeAhead
      onAction={(id) => void navigate(toRequestHref(String(id)))}
      renderEmptyState={() => <p className="board__empty">{empty}</p>}
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
  );
}

/** Lets cards be dragged out of a column, and dropped in it if their state allows it. */
function useCardDrag({ stage, rows, dragged, isDraggable, onDrag, onStep }: CardsProps) {
  const find = (id: unknown) => rows.find((request) => request.id === String(id));
  const { dragAndDropHooks } = useDragAndDrop({
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
    renderDragPreview: ([item = {}]) => {
      const request = find(Object.values(item)[0]);
      return (
        <div className="work-card is-lifted">
          {request ? <CardContent request={request} mark={false} /> : null}
        </div>
      );
    },
  });
  return dragAndDropHooks;
}
