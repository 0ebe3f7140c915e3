import { useNavigate } from "react-router";
import { screenRule } from "../../entities/session/screen-access";
import { useSession } from "../../entities/session/session";
import { Screen } from "../../gen/parlor/options/v1/screen_pb";
import { Button, EmptyState } from "../../ui";
import { emptyLabels, emptyTexts, filteredTexts } from "./empty-labels";
import type { ConversationsUrlState } from "./url-state";

type Props = {
  urlState: ConversationsUrlState;
  setUrlState: (change: Partial<ConversationsUrlState>) => void;
};

/** Empty state of the list, with the reason and one next step. */
export default function EmptyList({ urlState, setUrlState }: Props) {
  const { may } = useSession();
  const navigate = useNavigate();
  if (urlState.words) {
    return (
      <EmptyState
        title={emptyLabels.noMatches}
        text={emptyLabels.noMatchesText(urlState.words)}
        action={
          <Button
            onPress={() =>
              setUrlState({ words: "", state: "", community: "", assigned: "", tests: "" })
            }
          >
            {emptyLabels.showAll}
          </Button>
        }
      />
    );
  }
  if (urlState.state || urlState.community || urlState.assigned || urlState.tests) {
    const words = urlState.state ? emptyTexts[urlState.state] : filteredTexts;
    return (
      <EmptyState
        {...words}
        action={
          <Button
            onPress={() => setUrlState({ state: "", community: "", assigned: "", tests: "" })}
          >
            {emptyLabels.showAll}
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      title={emptyLabels.none}
      text={emptyLabels.noneText}
      action={
        may(Screen.TEST_WINDOW) ? (
          <Button onPress={() => navigate(screenRule(Screen.TEST_WINDOW).path)}>
            {emptyLabels.textAsResident}
          </Button>
        ) : null
      }
    />
  );
}
