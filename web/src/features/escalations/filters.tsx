import { useCommunities } from "../../entities/community/use-communities";
import { useSession } from "../../entities/session/session";
import { TestTrafficSelect } from "../../entities/test-traffic/test-traffic";
import { Select, type SelectOption } from "../../ui";
import { labels } from "./labels";
import type { EscalationsUrlState } from "./url-state";

type Props = {
  urlState: EscalationsUrlState;
  onChange: (change: Partial<EscalationsUrlState>) => void;
};

/** Value of the option, different from every community ID. */
const assigned = "assigned";

/** Managers can leave out communities where they are only a secondary contact. */
function scopes(administrator: boolean): SelectOption[] {
  const all = { value: "", label: labels.allCommunities };
  return administrator ? [all] : [all, { value: assigned, label: labels.assignedToMe }];
}

export function Filters({ urlState, onChange }: Props) {
  const { user } = useSession();
  const communities = useCommunities().data ?? [];
  const scope = urlState.secondary ? "" : assigned;
  return (
    <div className="desk__filters desk__filters--rows">
      <div className="row">
        <Select
          label={labels.community}
          hideLabel
          value={urlState.community || scope}
          onChange={(value) =>
            onChange({ community: value === assigned ? "" : value, secondary: value !== assigned })
          }
          options={[
            ...scopes(user.parlorRole === "admin"),
            ...communities.map(({ id, label }) => ({ value: id, label })),
          ]}
        />
        {urlState.reviewed ? null : (
          <Select
            label={labels.order}
            hideLabel
            value={urlState.newestFirst ? "newest" : "oldest"}
            onChange={(order) => onChange({ newestFirst: order === "newest" })}
            options={[
              { value: "oldest", label: labels.oldestFirst },
              { value: "newest", label: labels.newestFirst },
            ]}
          />
        )}
      </div>
      <TestTrafficSelect value={urlState.tests} onChange={(tests) => onChange({ tests })} />
    </div>
  );
}
