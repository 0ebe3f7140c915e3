import { Fragment } from "react";
import { useSession } from "../../entities/session/session";
import { Screen } from "../../gen/parlor/options/v1/screen_pb";
import { Dialog, KeyCap } from "../../ui";

type Shortcut = { keys: readonly string[]; does: string };
type Group = { title: string; screens: readonly Screen[]; shortcuts: readonly Shortcut[] };

const groups: readonly Group[] = [
  {
    title: "Everywhere",
    screens: [],
    shortcuts: [
      { keys: ["Ctrl K"], does: "Find anything" },
      { keys: ["?"], does: "Show keyboard shortcuts" },
      { keys: ["Esc"], does: "Close the top dialog" },
      { keys: ["Z"], does: "Undo, while the notice is shown" },
    ],
  },
  {
    title: "Escalations",
    screens: [Screen.ESCALATIONS],
    shortcuts: [
      { keys: ["J", "K"], does: "Next, previous question" },
      { keys: ["E"], does: "Edit the answer" },
      { keys: ["Ctrl ↵"], does: "Answer" },
    ],
  },
  {
    title: "Conversations",
    screens: [Screen.MESSAGES],
    shortcuts: [
      { keys: ["J", "K"], does: "Next, previous conversation" },
      { keys: ["/"], does: "Find in messages" },
      { keys: ["T"], does: "Take over" },
      { keys: ["B"], does: "Hand back to the bot" },
      { keys: ["E"], does: "Resolve" },
      { keys: ["R"], does: "Write a reply" },
      { keys: ["N"], does: "Write a note" },
      { keys: ["Ctrl ↵"], does: "Send it, or add it" },
    ],
  },
  {
    title: "Service requests",
    screens: [Screen.SERVICE_REQUEST_PENDING],
    shortcuts: [
      { keys: ["J", "K"], does: "Next, previous request" },
      { keys: ["X"], does: "Select a pending request" },
      { keys: ["A", "I", "D"], does: "Approve, request information, decline" },
      { keys: ["M"], does: "Move the card on the board" },
      { keys: ["Ctrl ↵"], does: "Send the decision" },
    ],
  },
  {
    title: "Knowledge base management",
    screens: [Screen.KNOWLEDGE_BASE_MANAGEMENT],
    shortcuts: [
      { keys: ["J", "K"], does: "Next, previous intent" },
      { keys: ["/"], does: "Find an intent" },
    ],
  },
  {
    title: "Answers",
    screens: [Screen.TURBO, Screen.ANSWERS],
    shortcuts: [
      { keys: ["J", "K"], does: "Next, previous answer" },
      { keys: ["E"], does: "Edit the selected answer" },
      { keys: ["N"], does: "Add an answer" },
      { keys: ["/"], does: "Find an answer" },
      { keys: ["Ctrl ↵"], does: "Save" },
    ],
  },
];

export default function Shortcuts({ onClose }: { onClose: () => void }) {
  const { may } = useSession();
  const shown = groups.filter(({ screens }) => screens.length === 0 || screens.some(may));
  return (
    <Dialog title="Shortcuts" open onClose={onClose}>
      {shown.map((group) => (
        <section key={group.title} className="stack">
          <h3 className="label">{group.title}</h3>
          <dl className="shortcuts">
            {group.shortcuts.map(({ keys, does }) => (
              <Fragment key={does}>
                <dt className="row">
                  {keys.map((key) => (
                    <KeyCap key={key}>{key}</KeyCap>
                  ))}
                </dt>
                <dd>{does}</dd>
              </Fragment>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
