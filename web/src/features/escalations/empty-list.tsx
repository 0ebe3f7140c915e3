import { timestampMs } from "@bufbuild/protobuf/wkt";
import { useNavigate } from "react-router";
import { useCommunities } from "../../entities/community/use-communities";
import { screenRule } from "../../entities/session/screen-access";
import { useSession } from "../../entities/session/session";
import { testTrafficLabel } from "../../entities/test-traffic/test-traffic";
import { Screen } from "../../gen/parlor/options/v1/screen_pb";
import type { Escalation } from "../../gen/parlor/v1/escalation_pb";
import { formatAge } from "../../lib/age";
import { Button, EmptyState } from "../../ui";
import { emptyLabels } from "./empty-labels";
import { labels } from "./labels";
import { useLastReviewed } from "./queries";
import type { EscalationsUrlState } from "./url-state";

type Props = {
  urlState: EscalationsUrlState;
  reviewed: number;
  setUrlState: (change: Partial<EscalationsUrlState>) => void;
};

function lastReviewedLabel(last: Escalation | undefined): string {
  if (!last?.askedAt || !last.reviewedAt || !last.answer) return "";
  const took = formatAge(timestampMs(last.reviewedAt) - timestampMs(last.askedAt));
  return emptyLabels.lastReviewed(last.resident?.unit, last.communityLabel, took);
}

function NoReviewed({ urlState, setUrlState }: Omit<Props, "reviewed">) {
  return (
    <EmptyState
      title={emptyLabels.reviewed}
      text={emptyLabels.reviewedText}
      action={
        <Button onPress={() => setUrlState({ reviewed: false, community: urlState.community })}>
          {emptyLabels.showOpen}
        </Button>
      }
    />
  );
}

/** Returns the names of the filters that are set. */
function filterNames({ secondary, tests }: EscalationsUrlState, community?: string): string[] {
  return [
    ...(community ? [community] : secondary ? [] : [labels.assignedToMe]),
    ...(tests ? [testTrafficLabel(tests)] : []),
  ];
}

type NoMatchesProps = Omit<Props, "reviewed"> & { filters: readonly string[] };

function NoMatches({ urlState, filters, setUrlState }: NoMatchesProps) {
  return (
    <EmptyState
      title={emptyLabels.filtered}
      text={emptyLabels.filteredText(urlState.reviewed, filters)}
      action={
        <Button onPress={() => setUrlState({ community: "", secondary: true, tests: "" })}>
          {emptyLabels.clearFilters}
        </Button>
      }
    />
  );
}

/** Empty state of the list. */
export default function EmptyList({ urlState, reviewed, setUrlState }: Props) {
  const { may } = useSession();
  const navigate = useNavigate();
  const last = useLastReviewed(urlState.community);
  const community = useCommunities().data?.find(({ id }) => id === urlState.community)?.label;
  const filters = filterNames(urlState, community);
  if (urlState.tests || (urlState.reviewed && filters.length > 0))
    return <NoMatches {...{ urlState, filters, setUrlState }} />;
  if (urlState.reviewed) return <NoReviewed urlState={urlState} setUrlState={setUrlState} />;
  const action =
    reviewed > 0 ? (
      <Button onPress={() => setUrlState({ reviewed: true })}>
        {emptyLabels.showReviewed(reviewed)}
      </Button>
    ) : may(Screen.TURBO) ? (
      <Button onPress={() => navigate(screenRule(Screen.TURBO).path)}>{emptyLabels.testBot}</Button>
    ) : null;
  return (
    <EmptyState
      title={emptyLabels.open}
      text={emptyLabels.openText(community, lastReviewedLabel(last))}
      action={action}
    />
  );
}
