import { Select } from "../../ui";
import { labels } from "./labels";
import { useCommunities } from "./use-communities";

type Props = {
  /** ID of a community; empty for all. */
  value: string;
  onChange: (id: string) => void;
  className?: string;
};

/** Limits a list to a community. */
export function CommunitySelect({ value, onChange, ...more }: Props) {
  const communities = useCommunities().data ?? [];
  return (
    <Select
      {...more}
      label={labels.community}
      hideLabel
      value={value}
      onChange={onChange}
      options={[
        { value: "", label: labels.allCommunities },
        ...communities.map(({ id, label }) => ({ value: id, label })),
      ]}
    />
  );
}
