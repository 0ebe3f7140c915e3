import { useNavigate } from "react-router";
import { Screen } from "../../gen/parlor/options/v1/screen_pb";
import { ruleOf } from "../../rpc/access";
import { useCurrent } from "../../rpc/current";
import { Button, EmptyFace } from "../../ui";
import type { Place, StateName } from "./use-place";

type Props = { place: Place; go: (change: Partial<Place>) => void };

const quiet: Record<StateName, { title: string; text: string }> = {
  open: {
    title: "Nobody waits",
    text: "What the bot cannot answer, and what you take over, appears here.",
  },
  bot: { title: "The bot has none", text: "Conversations that the bot answers appear here." },
  snoozed: {
    title: "Nothing is put aside",
    text: "Snooze a conversation, and it comes back when you said, or with the next message.",
  },
  resolved: {
    title: "Nothing is resolved yet",
    text: "What you resolve is kept here; a new message opens it again.",
  },
};

/** No conversation is there: why, and the one next step. */
export default function Nothing({ place, go }: Props) {
  const { may } = useCurrent();
  const navigate = useNavigate();
  if (place.words) {
    return (
      <EmptyFace
        title="No message has these words"
        text={`Nothing was found for “${place.words}”. Words are found from their beginning: “park” finds “parking”.`}
        action={
          <Button onPress={() => go({ words: "", state: "", community: "", assigned: "" })}>
            Show all conversations
          </Button>
        }
      />
    );
  }
  if (place.state || place.community || place.assigned) {
    const words = place.state
      ? quiet[place.state]
      : { title: "None of this kind", text: "No conversation fits what you chose." };
    return (
      <EmptyFace
        {...words}
        action={
          <Button onPress={() => go({ state: "", community: "", assigned: "" })}>
            Show all conversations
          </Button>
        }
      />
    );
  }
  return (
    <EmptyFace
      title="Nobody has texted yet"
      text="As soon as a resident texts a community’s number, you read it here."
      action={
        may(Screen.TEST_WINDOW) ? (
          <Button onPress={() => navigate(ruleOf(Screen.TEST_WINDOW).path)}>
            Text as a resident would
          </Button>
        ) : null
      }
    />
  );
}
