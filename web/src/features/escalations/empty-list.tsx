import { timestampMs } from "@bufbuild/protobuf/wkt";
import { useNavigate } from "react-router";
import { useCommunities } from "../../entities/community/use-communities";
import { screenRule } from "../../entities/session/screen-access";
import { useSession } from "../../entities/session/session";
import { Screen } from "../../gen/parlor/options/v1/screen_pb";
import type { Escalation } from "../../gen/parlor/v1/escalation_pb";
import { formatAge } from "../../lib/age";
import { formatCount } from "../../lib/count";
import { Button, EmptyState } from "../../ui";
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
  const unit = last.resident?.unit ? `from unit ${last.resident.unit} at` : "at";
  const time = took === "just now" ? "less than a minute" : took;
  return labels.theLastOneTook(unit, last.communityLabel, time);
}

function NoReviewed({ urlState, setUrlState }: Omit<Props, "reviewed">) {
  return (
    <EmptyState
      title={labels.noReviewedQuestions}
      text={labels.questionsAnswerDismissAppearHere}
      action={
        <Button onPress={() => setUrlState({ reviewed: false, community: urlState.community })}>
          {labels.showOpenQuestions}
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
  if (urlState.reviewed) return <NoReviewed urlState={urlState} setUrlState={setUrlState} />;
  const action =
    reviewed > 0 ? (
      <Button onPress={() => setUrlState({ reviewed: true })}>
        {reviewed === 1
          ? labels.show1ReviewedQuestion
          : labels.showReviewedQuestions(formatCount(reviewed))}
      </Button>
    ) : may(Screen.TURBO) ? (
      <Button onPress={() => navigate(screenRule(Screen.TURBO).path)}>{labels.testTheBot}</Button>
    ) : null;
  return (
    <EmptyState
      title={labels.youreAllCaughtUp}
      text={`Every question${community ? ` from ${community}` : ""} has an answer.${lastReviewedLabel(last)}`}
      action={action}
    />
  );
}
