import type { Ref } from "react";
import { CommunitySelect } from "../../entities/community/community-select";
import { fullName } from "../../entities/session/session";
import { TestTrafficSelect } from "../../entities/test-traffic/test-traffic";
import { formatCount } from "../../lib/count";
import { SearchField, Select } from "../../ui";
import { labels } from "./labels";
import { useColleagues } from "./queries";
import type { ConversationsUrlState } from "./url-state";

type Props = {
  urlState: ConversationsUrlState;
  mine: number;
  /** Text of the search field. */
  typed: string;
  searchRef: Ref<HTMLInputElement>;
  onType: (text: string) => void;
  onChange: (change: Partial<ConversationsUrlState>) => void;
};

/** Filters of the list: search, community and assignee. */
export function Filters({ urlState, mine, typed, searchRef, onType, onChange }: Props) {
  const colleagues = useColleagues();
  return (
    <div className="desk__filters desk__filters--rows">
      <SearchField
        inputRef={searchRef}
        label={labels.search}
        hideLabel
        placeholder={labels.search}
        maxLength={200}
        value={typed}
        onChange={onType}
      />
      <div className="row">
        <CommunitySelect
          value={urlState.community}
          onChange={(community) => onChange({ community })}
        />
        <Select
          label={labels.assignee}
          hideLabel
          value={urlState.assigned}
          onChange={(assigned) => onChange({ assigned })}
          options={[
            { value: "", label: labels.anyAssignee },
            { value: "me", label: labels.mine(formatCount(mine)) },
            ...colleagues.map((one) => ({ value: one.id, label: fullName(one) })),
          ]}
        />
      </div>
      <TestTrafficSelect value={urlState.tests} onChange={(tests) => onChange({ tests })} />
    </div>
  );
}
