import { type Ref, useState } from "react";
import { shownCount } from "../../lib/count";
import { useCommunities } from "../../rpc/communities";
import { fullName } from "../../rpc/current";
import { SearchField, Select } from "../../ui";
import { useColleagues } from "./queries";
import type { Place } from "./use-place";

type Props = {
  place: Place;
  mine: number;
  searchRef: Ref<HTMLInputElement>;
  onChange: (change: Partial<Place>, replace?: boolean) => void;
};

/** Which conversations: by words, community and colleague. */
export function Filters({ place, mine, searchRef, onChange }: Props) {
  const communities = useCommunities().data ?? [];
  const colleagues = useColleagues();
  // What is typed stands here at once; the address follows.
  const [words, setWords] = useState(place.words);
  return (
    <div className="desk__filters desk__filters--rows">
      <SearchField
        inputRef={searchRef}
        label="Find in messages"
        hideLabel
        placeholder="Find in messages"
        maxLength={200}
        value={words}
        onChange={(next) => {
          setWords(next);
          onChange({ words: next.trim() }, true);
        }}
      />
      <div className="row">
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
        <Select
          className="row__grow"
          label="Claimed by"
          hideLabel
          value={place.assigned}
          onChange={(assigned) => onChange({ assigned })}
          options={[
            { value: "", label: "Anybody’s" },
            { value: "me", label: `Mine (${shownCount(mine)})` },
            ...colleagues.map((one) => ({ value: one.id, label: fullName(one) })),
          ]}
        />
      </div>
    </div>
  );
}
