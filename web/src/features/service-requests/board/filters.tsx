import { useState } from "react";
import { Button, Select } from "../../../ui";
import { orderLabels, sharedLabels } from "../labels";
import { RequestSelects, WordsFilter } from "../request-filters";
import { type BoardUrlState, isFiltered, noFilters, type Order, orders } from "./url-state";

type Props = {
  urlState: BoardUrlState;
  narrow: boolean;
  onChange: (change: Partial<BoardUrlState>) => void;
};

/** Filters of the board. In a narrow window all but the search are collapsed. */
export function Filters({ urlState, narrow, onChange }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <search className="board-filters" aria-label={sharedLabels.filters}>
      <WordsFilter filters={urlState} onChange={onChange} />
      {narrow ? (
        <Button icon="filter" aria-expanded={isOpen} onPress={() => setIsOpen(!isOpen)}>
          {sharedLabels.filters}
        </Button>
      ) : null}
      {!narrow || isOpen ? <Choices urlState={urlState} onChange={onChange} /> : null}
    </search>
  );
}

function Choices({ urlState, onChange }: Omit<Props, "narrow">) {
  return (
    <>
      <RequestSelects filters={urlState} onChange={onChange} />
      {isFiltered(urlState) || urlState.community ? (
        <Button variant="link" size="small" onPress={() => onChange(noFilters)}>
          {sharedLabels.clearFilters}
        </Button>
      ) : null}
      <span className="row__grow" />
      <Select
        label={sharedLabels.order}
        hideLabel
        value={urlState.order}
        onChange={(order) => onChange({ order: order as Order })}
        options={orders.map((order) => ({ value: order, label: orderLabels[order] }))}
      />
    </>
  );
}
