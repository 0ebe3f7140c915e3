import type { ComponentProps } from "react";
import { useCommunities } from "../../entities/community/use-communities";
import { ExportButton } from "../../forms/export-file";
import type { ReportCategory } from "../../gen/parlor/v1/report_pb";
import type { ReportChannel } from "../../gen/parlor/v1/report_service_pb";
import type { SetUrlState } from "../../lib/use-url-state";
import { Button, Select } from "../../ui";
import { channelLabels, filterLabels, labels, rangeLabels } from "./labels";
import { type Range, type ReportingUrlState, ranges } from "./url-state";

type Props = {
  urlState: ReportingUrlState;
  /** Categories of the report. */
  categories: readonly ReportCategory[];
  setUrlState: SetUrlState<ReportingUrlState>;
  exporting: ComponentProps<typeof ExportButton>["exporting"];
};

const rangeOptions = (Object.keys(ranges) as Range[]).map((value) => ({
  value,
  label: rangeLabels[value],
}));
const channelOptions = Object.entries(channelLabels).map(([value, label]) => ({ value, label }));
const comparisonOptions = [
  { value: "on", label: filterLabels.compare },
  { value: "off", label: filterLabels.noComparison },
];

/** Options: all categories, those of the report, and the selected one even if it has no data. */
function categoryOptions(categories: readonly ReportCategory[], chosen: string) {
  const names = new Set([...categories.map(({ category }) => category), chosen]);
  const named = [...names].filter(Boolean).sort();
  return [
    { value: "", label: filterLabels.allCategories },
    ...named.map((value) => ({ value, label: value })),
  ];
}

/** Filters of the report, kept in the URL. */
export function Filters({ urlState, categories, setUrlState, exporting }: Props) {
  const { data: communities = [] } = useCommunities();
  const communityOptions = [
    { value: "", label: labels.allCommunities },
    ...communities.map(({ id, label }) => ({ value: id, label })),
  ];
  return (
    <div className="row row--wrap reporting__controls">
      <Select
        label={labels.community}
        hideLabel
        options={communityOptions}
        value={urlState.community}
        onChange={(community) => setUrlState({ community })}
      />
      <Select
        label={filterLabels.channel}
        hideLabel
        options={channelOptions}
        value={String(urlState.channel)}
        onChange={(channel) => setUrlState({ channel: Number(channel) as ReportChannel })}
      />
      <Select
        label={labels.category}
        hideLabel
        options={categoryOptions(categories, urlState.category)}
        value={urlState.category}
        onChange={(category) => setUrlState({ category })}
      />
      <Select
        label={filterLabels.range}
        hideLabel
        options={rangeOptions}
        value={urlState.range}
        onChange={(range) => setUrlState({ range: range as Range })}
      />
      <Select
        label={filterLabels.comparison}
        hideLabel
        options={comparisonOptions}
        value={urlState.isCompared ? "on" : "off"}
        onChange={(value) => setUrlState({ isCompared: value === "on" })}
      />
      <ExportButton exporting={exporting} label={filterLabels.export} />
      <Button size="small" onPress={() => window.print()}>
        {filterLabels.print}
      </Button>
    </div>
  );
}
