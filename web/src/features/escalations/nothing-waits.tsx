import { timestampMs } from "@bufbuild/protobuf/wkt";
import { useNavigate } from "react-router";
import { Screen } from "../../gen/parlor/options/v1/screen_pb";
import type { Escalation } from "../../gen/parlor/v1/escalation_pb";
import { ageWords } from "../../lib/age";
import { shownCount } from "../../lib/count";
import { ruleOf } from "../../rpc/access";
import { useCommunities } from "../../rpc/communities";
import { useCurrent } from "../../rpc/current";
import { Button, EmptyFace } from "../../ui";
import { useLastReviewed } from "./queries";
import type { Place } from "./use-place";

type Props = {
  place: Place;
  reviewed: number;
  go: (change: Partial<Place>) => void;
};

function lastWords(last: Escalation | undefined): string {
  if (!last?.askedAt || !last.reviewedAt || !last.answer) return "";
  const took = ageWords(timestampMs(last.reviewedAt) - timestampMs(last.askedAt));
  const unit = last.resident?.unit ? `from unit ${last.resident.unit} at` : "at";
  const time = took === "just now" ? "less than a minute" : took;
  return ` The last one, ${unit} ${last.communityLabel}, took ${time}.`;
}

function NothingReviewed({ place, go }: Omit<Props, "reviewed">) {
  return (
    <EmptyFace
      title="Nothing reviewed yet"
      text="Questions that you answer or dismiss are kept here."
      action={
        <Button onPress={() => go({ reviewed: false, community: place.community })}>
          See the open ones
        </Button>
      }
    />
  );
}

/** No question waits: that is a pleasure. */
export function NothingWaits({ place, reviewed, go }: Props) {
  const { may } = useCurrent();
  const navigate = useNavigate();
  const last = useLastReviewed(place.community);
  const community = useCommunities().data?.find(({ id }) => id === place.community)?.label;
  if (place.reviewed) return <NothingReviewed place={place} go={go} />;
  const action =
    reviewed > 0 ? (
      <Button onPress={() => go({ reviewed: true })}>
        {reviewed === 1 ? "See the one reviewed" : `See the ${shownCount(reviewed)} reviewed`}
      </Button>
    ) : may(Screen.TURBO) ? (
      <Button onPress={() => navigate(ruleOf(Screen.TURBO).path)}>Ask as a resident would</Button>
    ) : null;
  return (
    <EmptyFace
      title="All quiet in the lobby"
      text={`Every question${community ? ` of ${community}` : ""} has an answer.${lastWords(last)}`}
      action={action}
    />
  );
}
