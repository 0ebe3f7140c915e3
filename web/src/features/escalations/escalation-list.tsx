import { toLoadMore } from "../../api/listing";
import type { Escalation } from "../../gen/parlor/v1/escalation_pb";
import { Checkbox, KeyCap } from "../../ui";
import { TwoPaneList } from "../../ui/two-pane";
import { EscalationRow } from "./escalation-row";
import { labels } from "./labels";
import type { useEscalations } from "./queries";
import type { EscalationsUrlState } from "./url-state";

type Props = {
  escalations: readonly Escalation[];
  selected: string;
  urlState: EscalationsUrlState;
  query: ReturnType<typeof useEscalations>;
  onSkipClaimed: (skip: boolean) => void;
};

const estimatedRowHeight = 117;

export function EscalationList({ escalations, selected, urlState, query, ...on }: Props) {
  return (
    <>
      <TwoPaneList
        rows={escalations}
        selected={selected}
        usual={estimatedRowHeight}
        more={toLoadMore(query)}
        draw={(escalation) => (
          <EscalationRow
            escalation={escalation}
            current={escalation.id === selected}
            urlState={urlState}
          />
        )}
      />
      <div className="desk__hint desk__hint--short only-desk">
        <span>
          {urlState.reviewed ? null : (
            <Checkbox
              label={labels.skipClaimed}
              isSelected={urlState.skipClaimed}
              onChange={on.onSkipClaimed}
            />
          )}
        </span>
        <span>
          <KeyCap>J</KeyCap> <KeyCap>K</KeyCap> {labels.walkKeys}
        </span>
        {urlState.reviewed ? null : (
          <span>
            <KeyCap>E</KeyCap> {labels.editKey}
          </span>
        )}
        <span>
          <KeyCap>?</KeyCap> {labels.allKeys}
        </span>
      </div>
    </>
  );
}
