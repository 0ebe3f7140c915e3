import type { ComponentProps } from "react";
import { useCommunities } from "../../entities/community/use-communities";
import { ExportButton } from "../../forms/export-file";
import type { ReportCategory } from "../../gen/parlor/v1/report_pb";
import { ReportChannel } from "../../gen/parlor/v1/report_service_pb";
import type { SetUrlState } from "../../lib/use-url-state";
import { Button, Select } from "../../ui";
import { channelLabels, filterLabels, labels, rangeLabels } from "./labels";
import { type Range, toDays } from "./range";
import type { ReportingUrlState } from "./url-state";

type Props = {
  urlState: ReportingUrlState;
  /** Categories of the report. */
  categories: readonly ReportCategory[];
  setUrlState: SetUrlState<ReportingUrlState>;
  /** Whether there is a report to export and print. */
  isValid: boolean;
  exporting: ComponentProps<typeof ExportButton>["exporting"];
};

const rangeOrder = ["7", "28", "90", "365", "this-month", "last-month", "custom"] as const;
const rangeOptions = rangeOrder.map((value) => ({ value, label: rangeLabels[value] }));
const channelOrder = [
  ReportChannel.UNSPECIFIED,
  ReportChannel.TEXT,
  ReportChannel.EMAIL,
  ReportChannel.WEB_CHAT,
  ReportChannel.BLAST,
] as const;
const channelOptions = channelOrder.map((value) => ({
  value: String(value),
  label: channelLabels[value],
}));
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

/** Returns the state of a chosen range. A custom range begins with the days that are shown. */
function toRangeState(range: Range, before: ReportingUrlState) {
  const days = range === "custom" ? toDays(before, new Date()) : { start: "", end: "" };
  return { range, ...days };
}

/** Filters of the report, kept in the URL. */
export function Filters({ urlState, categories, setUrlState, isValid, exporting }: Props) {
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
        onChange={(range) => setUrlState(toRangeState(range as Range, urlState))}
      />
      <Select
        label={filterLabels.comparison}
        hideLabel
        options={comparisonOptions}
        value={urlState.isCompared ? "on" : "off"}
        onChange={(value) => setUrlState({ isCompared: value === "on" })}
      />
      {isValid ? (
        <>
          <ExportButton exporting={exporting} label={filterLabels.export} />
          <Button size="small" onPress={() => window.print()}>
            {filterLabels.print}
          </Button>
        </>
      ) : null}
    </div>
  );
}
