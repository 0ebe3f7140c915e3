import { useCommunities } from "../../rpc/communities";
import { Select } from "../../ui";
import type { Place } from "./use-place";

type Props = { place: Place; onChange: (change: Partial<Place>) => void };

export function Filters({ place, onChange }: Props) {
  const communities = useCommunities().data ?? [];
  return (
    <div className="desk__filters">
      <Select
        className="row__grow"
        label="Community"
        hideLabel
        value={place.community}
        onChange={(community) => onChange({ community })}
        options={[
          { value: "", label: "All communities" },
          ...communities.map(({ id, label }) => ({ value: id, label })),
        ]}
      />
      {place.reviewed ? null : (
        <Select
          label="Order"
          hideLabel
          value={place.newestFirst ? "newest" : "oldest"}
          onChange={(order) => onChange({ newestFirst: order === "newest" })}
          options={[
            { value: "oldest", label: "Oldest first" },
            { value: "newest", label: "Newest first" },
          ]}
        />
      )}
    </div>
  );
}
