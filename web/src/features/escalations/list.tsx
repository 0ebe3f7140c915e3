import type { Escalation } from "../../gen/parlor/v1/escalation_pb";
import { Button, Key, Skeleton } from "../../ui";
import { Inquiry } from "./inquiry";
import type { useEscalations } from "./queries";
import type { Place } from "./use-place";

type Props = {
  escalations: readonly Escalation[];
  selected: string;
  place: Place;
  query: ReturnType<typeof useEscalations>;
};

export function List({ escalations, selected, place, query }: Props) {
  return (
    <>
      <div className="desk__scroll">
        {escalations.map((escalation) => (
          <Inquiry
            key={escalation.id}
            escalation={escalation}
            current={escalation.id === selected}
            place={place}
          />
        ))}
        {query.hasNextPage ? (
          <div className="desk__more">
            <Button
              size="small"
              pending={query.isFetchingNextPage}
              onPress={() => query.fetchNextPage()}
            >
              Show more
            </Button>
          </div>
        ) : null}
      </div>
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

const widths = [
  ["44px", "112px", "96%", "72%"],
  ["36px", "92px", "100%", "48%"],
  ["40px", "132px", "94%", "64%"],
  ["52px", "104px", "88%", "80%"],
  ["32px", "120px", "98%", "40%"],
  ["44px", "96px", "90%", "58%"],
] as const;

/** The shape of the list while it is read. */
export function ListSkeleton() {
  return (
    <div className="desk__scroll">
      <p className="visually-hidden" role="status">
        Loading escalations
      </p>
      {widths.map(([unit, name, first, second]) => (
        <div key={unit + name} className="inquiry inquiry--skeleton" aria-hidden="true">
          <span className="inquiry__who">
            <Skeleton wide={unit} high="20px" />
            <Skeleton wide={name} high="14px" />
          </span>
          <span />
          <span className="inquiry__question skeleton-lines">
            <Skeleton wide={first} />
            <Skeleton wide={second} />
          </span>
          <span className="inquiry__foot">
            <Skeleton wide="72px" high="10px" />
            <Skeleton wide="104px" high="10px" />
          </span>
        </div>
      ))}
    </div>
  );
}
