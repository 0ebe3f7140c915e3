import type { Escalation } from "../../gen/parlor/v1/escalation_pb";
import { moreOf } from "../../rpc/listing";
import { Key } from "../../ui";
import { DeskList } from "../../ui/desk";
import { Inquiry } from "./inquiry";
import type { useEscalations } from "./queries";
import type { Place } from "./use-place";

type Props = {
  escalations: readonly Escalation[];
  selected: string;
  place: Place;
  query: ReturnType<typeof useEscalations>;
};

const usual = 117;

export function List({ escalations, selected, place, query }: Props) {
  return (
    <>
      <DeskList
        rows={escalations}
        selected={selected}
        usual={usual}
        more={moreOf(query)}
        draw={(escalation) => (
          <Inquiry escalation={escalation} current={escalation.id === selected} place={place} />
        )}
      />
      <p className="desk__hint only-desk">
        <Key>J</Key>
        <Key>K</Key> next, previous
        <span className="row__grow" />
        {place.reviewed ? null : (
          <>
            <Key>E</Key> edit answer
          </>
        )}
        <Key>?</Key> all
      </p>
    </>
  );
}
