import { useCommunities } from "../../rpc/communities";
import { useCurrent } from "../../rpc/current";
import { Select, type SelectOption } from "../../ui";
import type { Place } from "./use-place";

type Props = { place: Place; onChange: (change: Partial<Place>) => void };

/** No community has such an id. */
const assigned = "assigned";

/** A manager may also be the secondary contact of a community; an administrator sees all. */
function scopes(administrator: boolean): SelectOption[] {
  const all = { value: "", label: "All communities" };
  return administrator ? [all] : [all, { value: assigned, label: "Assigned to me" }];
}

export function Filters({ place, onChange }: Props) {
  const { user } = useCurrent();
  const communities = useCommunities().data ?? [];
  const scope = place.secondary ? "" : assigned;
  return (
    <div className="desk__filters">
      <Select
        className="row__grow"
        label="Community"
        hideLabel
        value={place.community || scope}
        onChange={(value) =>
          onChange({ community: value === assigned ? "" : value, secondary: value !== assigned })
        }
        options={[
          ...scopes(user.parlorRole === "admin"),
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
