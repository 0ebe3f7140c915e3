import type { Ref } from "react";
import { CommunitySelect } from "../../entities/community/community-select";
import { useSession } from "../../entities/session/session";
import { TestTrafficSelect } from "../../entities/test-traffic/test-traffic";
import { Screen } from "../../gen/parlor/options/v1/screen_pb";
import type { CountInboxItemsResponse } from "../../gen/parlor/v1/inbox_service_pb";
import { formatCount } from "../../lib/count";
import { SearchField, SegmentedControl, Select } from "../../ui";
import { assignedLabels, channelNames, labels, sortLabels } from "./labels";
import type { Assigned, Channel, InboxUrlState, Sort } from "./url-state";

type Props = {
  urlState: InboxUrlState;
  counts: CountInboxItemsResponse | undefined;
  searchRef: Ref<HTMLInputElement>;
  onType: (text: string) => void;
  onChange: (change: Partial<InboxUrlState>) => void;
};

const all = "all";

/** Filters of the list: channel, search, community and assignee. */
export function Filters({ urlState, counts, searchRef, onType, onChange }: Props) {
  const { channel, assigned, state } = urlState;
  const { may } = useSession();
  const showsCounts = counts && state === "open";
  return (
    <div className="desk__filters desk__filters--rows">
      <SegmentedControl
        label={labels.channel}
        value={channel || all}
        onChange={(next) => onChange({ channel: next === all ? "" : (next as Channel) })}
        options={[
          { value: all, label: labels.allChannels },
          {
            value: "text",
            ...channelNames.text,
            ...(showsCounts ? { count: counts.openTexts } : {}),
          },
          {
            value: "email",
            ...channelNames.email,
            ...(showsCounts ? { count: counts.openEmails } : {}),
          },
          // Companies without the option have no web chats.
          ...(may(Screen.WEB_CHAT)
            ? [
                {
                  value: "chat",
                  ...channelNames.chat,
                  ...(showsCounts ? { count: counts.openWebChats } : {}),
                },
              ]
            : []),
        ]}
      />
      <SearchField
        inputRef={searchRef}
        label={labels.search}
        hideLabel
        placeholder={labels.searchHint}
        maxLength={200}
        value={urlState.words}
        onChange={onType}
      />
      <div className="inbox__selects">
        <CommunitySelect
          value={urlState.community}
          onChange={(community) => onChange({ community })}
        />
        <Select
          label={labels.assignee}
          hideLabel
          value={assigned}
          onChange={(next) => onChange({ assigned: next as Assigned })}
          options={Object.entries(assignedLabels).map(([value, { label }]) => ({
            value,
            label: value === "mine" && counts ? `${label} (${formatCount(counts.mine)})` : label,
          }))}
        />
        <Select
          label={labels.sort}
          hideLabel
          value={urlState.sort}
          onChange={(sort) => onChange({ sort: sort as Sort })}
          options={Object.entries(sortLabels).map(([value, label]) => ({ value, label }))}
        />
        <TestTrafficSelect
          isHiddenByDefault
          value={urlState.tests}
          onChange={(tests) => onChange({ tests })}
        />
      </div>
    </div>
  );
}
