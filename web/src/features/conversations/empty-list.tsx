import { useNavigate } from "react-router";
import { screenRule } from "../../entities/session/screen-access";
import { useSession } from "../../entities/session/session";
import { Screen } from "../../gen/parlor/options/v1/screen_pb";
import { Button, EmptyState } from "../../ui";
import type { ConversationsUrlState, StateName } from "./url-state";

type Props = {
  urlState: ConversationsUrlState;
  setUrlState: (change: Partial<ConversationsUrlState>) => void;
};

const emptyTexts: Record<StateName, { title: string; text: string }> = {
  open: {
    title: "You're all caught up",
    text: "Conversations that need your team appear here.",
  },
  bot: { title: "No bot conversations", text: "Conversations the bot is handling appear here." },
  snoozed: {
    title: "No snoozed conversations",
    text: "Snoozed conversations return at the time you choose or with the next message.",
  },
  resolved: {
    title: "No resolved conversations",
    text: "Resolved conversations appear here. A new message reopens them.",
  },
};

/** Empty state of the list, with the reason and one next step. */
export default function EmptyList({ urlState, setUrlState }: Props) {
  const { may } = useSession();
  const navigate = useNavigate();
  if (urlState.words) {
    return (
      <EmptyState
        title="No matching messages"
        text={`No messages match “${urlState.words}”. Try the start of a word, such as “park” for “parking”.`}
        action={
          <Button
            onPress={() =>
              setUrlState({ words: "", state: "", community: "", assigned: "", tests: "" })
            }
          >
            Show all conversations
          </Button>
        }
      />
    );
  }
  if (urlState.state || urlState.community || urlState.assigned || urlState.tests) {
    const words = urlState.state
      ? emptyTexts[urlState.state]
      : { title: "No conversations", text: "No conversation matches these filters." };
    return (
      <EmptyState
        {...words}
        action={
          <Button
            onPress={() => setUrlState({ state: "", community: "", assigned: "", tests: "" })}
          >
            Show all conversations
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      title="No texts yet"
      text="Texts to a community's number appear here."
      action={
        may(Screen.TEST_WINDOW) ? (
          <Button onPress={() => navigate(screenRule(Screen.TEST_WINDOW).path)}>
            Text as a resident
          </Button>
        ) : null
      }
    />
  );
}
