import type { ServiceRequest } from "../../../gen/parlor/v1/service_request_pb";
import { sharedLabels } from "../labels";
import { RequestSelects, WordsFilter } from "../request-filters";
import type { ApprovedUrlState } from "./url-state";

type Props = {
  urlState: ApprovedUrlState;
  onChange: (change: Partial<ApprovedUrlState>) => void;
  rows: readonly ServiceRequest[];
};

/** The filters of approved requests. */
export function Filters({ urlState, onChange, rows }: Props) {
  const vendors = rows.map(({ vendor }) => vendor);
  return (
    <search className="filters" aria-label={sharedLabels.filters}>
      <WordsFilter filters={urlState} onChange={onChange} />
      <RequestSelects filters={urlState} onChange={onChange} vendors={vendors} />
    </search>
  );
}
