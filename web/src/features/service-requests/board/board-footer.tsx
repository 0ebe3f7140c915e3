import { useServiceRequestCounts } from "../../../entities/service-request/queries";
import { ServiceRequestState } from "../../../gen/parlor/v1/service_request_pb";
import { KeyCap } from "../../../ui";
import { keyHints, offBoardLabel } from "./labels";

const { DRAFT, DECLINED, CANCELED, CLOSED } = ServiceRequestState;

/** The shortcuts of the board, and which requests it leaves out. */
export function BoardFooter({ community }: { community: string }) {
  const counts = useServiceRequestCounts(community).data?.counts ?? [];
  const of = (state: ServiceRequestState) => counts.find((one) => one.state === state)?.count ?? 0;
  return (
    <p className="desk__hint board__hint only-desk">
      <KeyCap>J</KeyCap>
      <KeyCap>K</KeyCap> {keyHints.nextPrevious}
      <KeyCap>M</KeyCap> {keyHints.move}
      <KeyCap>↵</KeyCap> {keyHints.open}
      <span className="row__grow" />
      {offBoardLabel(of(DRAFT), of(DECLINED), of(CANCELED), of(CLOSED))}
    </p>
  );
}
