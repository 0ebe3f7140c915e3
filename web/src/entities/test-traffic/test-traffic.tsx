import { TestTraffic } from "../../gen/parlor/v1/conversation_pb";
import { Badge, Select } from "../../ui";
import { labels } from "./labels";

/**
 * Filter of test traffic in the URL. Empty is the list's default: the inbox hides test traffic, other
 * lists show it while a community is on the test phone.
 */
export type TestTrafficFilter = "" | "show" | "hide" | "only";

const requests: Record<TestTrafficFilter, TestTraffic> = {
  "": TestTraffic.UNSPECIFIED,
  show: TestTraffic.INCLUDE,
  hide: TestTraffic.EXCLUDE,
  only: TestTraffic.ONLY,
};

export function toTestTraffic(filter: TestTrafficFilter): TestTraffic {
  return requests[filter];
}

/** Reads the filter from a URL parameter. Unknown values are the default. */
export function readTestTraffic(text: string | null): TestTrafficFilter {
  return text && Object.hasOwn(requests, text) ? (text as TestTrafficFilter) : "";
}

const options = [
  { value: "", label: labels.duringTrial },
  { value: "show", label: labels.withTests },
  { value: "hide", label: labels.withoutTests },
  { value: "only", label: labels.testsOnly },
];

const optionsHiddenByDefault = [
  { value: "", label: labels.withoutTests },
  ...options.filter(({ value }) => value === "show" || value === "only"),
];

/** Returns the name of a filter in a list that shows test traffic during a trial. */
export function testTrafficLabel(filter: TestTrafficFilter): string {
  return options.find(({ value }) => value === filter)?.label ?? "";
}

type Props = {
  value: TestTrafficFilter;
  onChange: (filter: TestTrafficFilter) => void;
  /** Whether the list hides test traffic by default, even while a community is on the test phone. */
  isHiddenByDefault?: boolean;
};

/** Chooses whether a list contains conversations and questions from the test phone. */
export function TestTrafficSelect({ value, onChange, isHiddenByDefault = false }: Props) {
  return (
    <Select
      className="row__grow"
      label={labels.filter}
      hideLabel
      value={isHiddenByDefault && value === "hide" ? "" : value}
      onChange={(filter) => onChange(readTestTraffic(filter))}
      options={isHiddenByDefault ? optionsHiddenByDefault : options}
    />
  );
}

/** Tag of a conversation or question from the test phone. */
export function TestBadge({ isTest }: { isTest: boolean }) {
  return isTest ? <Badge tone="outline">{labels.test}</Badge> : null;
}
