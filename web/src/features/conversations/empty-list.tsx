import { useNavigate } from "react-router";
import { screenRule } from "../../entities/session/screen-access";
import { useSession } from "../../entities/session/session";
import { Screen } from "../../gen/parlor/options/v1/screen_pb";
import { Button, EmptyState } from "../../ui";
import { labels } from "./labels";
import type { ConversationsUrlState, StateName } from "./url-state";

type Props = {
  urlState: ConversationsUrlState;
  setUrlState: (change: Partial<ConversationsUrlState>) => void;
};

const emptyTexts: Record<StateName, { title: string; text: string }> = {
  open: {
    title: labels.youreAllCaughtUp,
    text: labels.conversationsNeedTeamAppearHere,
  },
  bot: { title: labels.noBotConversations, text: labels.conversationsBotHandlingAppearHere },
  snoozed: {
    title: labels.noSnoozedConversations,
    text: labels.snoozedConversationsReturnTimeChoose,
  },
  resolved: {
    title: labels.noResolvedConversations,
    text: labels.resolvedConversationsAppearHere,
  },
};

/** Empty state of the list, with the reason and one next step. */
export default function EmptyList({ urlState, setUrlState }: Props) {
  const { may } = useSession();
  const navigate = useNavigate();
  if (urlState.words) {
    return (
      <EmptyState
        title={labels.noMatchingMessages}
        text={labels.noMessagesMatch(urlState.words)}
        action={
          <Button
            onPress={() =>
              setUrlState({ words: "", state: "", community: "", assigned: "", tests: "" })
            }
          >
            {labels.showAllConversations}
          </Button>
        }
      />
    );
  }
  if (urlState.state || urlState.community || urlState.assigned || urlState.tests) {
    const words = urlState.state
      ? emptyTexts[urlState.state]
      : { title: labels.noConversations, text: labels.noConversationMatchesTheseFilters };
    return (
      <EmptyState
        {...words}
        action={
          <Button
            onPress={() => setUrlState({ state: "", community: "", assigned: "", tests: "" })}
          >
            {labels.showAllConversations}
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      title={labels.noTextsYet}
      text={labels.textsCommunitysNumberAppearHere}
      action={
        may(Screen.TEST_WINDOW) ? (
          <Button onPress={() => navigate(screenRule(Screen.TEST_WINDOW).path)}>
            {labels.textAsAResident}
          </Button>
        ) : null
      }
    />
  );
}
