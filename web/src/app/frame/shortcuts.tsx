import { Fragment } from "react";
import { useSession } from "../../entities/session/session";
import { type ShortcutGroup, shortcuts } from "../../entities/shortcut/shortcut-labels";
import { Screen } from "../../gen/parlor/options/v1/screen_pb";
import { Dialog, KeyCap } from "../../ui";
import { screenTitle } from "../screens";
import { labels } from "./labels";
import { loadingLabels } from "./loading-labels";
import { shortcutsLabels } from "./shortcuts-labels";

type Entry = { keys: readonly string[]; description: string };
type Group = {
  title: string;
  /** Users who can open one of these screens see the group. Without screens, everyone does. */
  screens: readonly Screen[];
  /** Parts of the app whose shortcuts belong to the group. */
  parts: readonly ShortcutGroup[];
  /** Keys of fields, dialogs and the frame. */
  more: readonly Entry[];
};

const send: Entry = { keys: [shortcutsLabels.ctrlEnter], description: shortcutsLabels.send };

const groups: readonly Group[] = [
  {
    title: shortcutsLabels.everywhere,
    screens: [],
    parts: [],
    more: [
      { keys: [labels.ctrlK], description: loadingLabels.searchField },
      { keys: ["?"], description: labels.showShortcuts },
      { keys: [shortcutsLabels.esc], description: shortcutsLabels.closeDialog },
      { keys: ["Z"], description: shortcutsLabels.undo },
    ],
  },
  {
    title: screenTitle(Screen.ESCALATIONS),
    screens: [Screen.ESCALATIONS],
    parts: ["escalations"],
    more: [{ keys: [shortcutsLabels.ctrlEnter], description: shortcutsLabels.answer }],
  },
  {
    title: screenTitle(Screen.OMNICHANNEL),
    screens: [Screen.OMNICHANNEL],
    parts: ["inbox", "conversation", "composer"],
    more: [{ keys: ["/"], description: shortcutsLabels.insertCannedReply }, send],
  },
  {
    title: screenTitle(Screen.MESSAGES),
    screens: [Screen.MESSAGES],
    parts: ["conversations", "conversation", "composer"],
    more: [send],
  },
  {
    title: screenTitle(Screen.EMAIL),
    screens: [Screen.EMAIL],
    parts: ["emailList", "email", "emailThread", "emailReply"],
    more: [],
  },
  {
    title: screenTitle(Screen.WEB_CHAT),
    screens: [Screen.WEB_CHAT],
    parts: ["webChatSites", "webChats"],
    more: [],
  },
  {
    title: screenTitle(Screen.SERVICE_REQUEST_MAIN),
    screens: [Screen.SERVICE_REQUEST_PENDING],
    parts: ["pendingRequests", "board"],
    more: [{ keys: [shortcutsLabels.ctrlEnter], description: shortcutsLabels.sendDecision }],
  },
  {
    title: screenTitle(Screen.KNOWLEDGE_BASE_MANAGEMENT),
    screens: [Screen.KNOWLEDGE_BASE_MANAGEMENT],
    parts: ["catalog"],
    more: [],
  },
  {
    title: shortcutsLabels.answers,
    screens: [Screen.TURBO, Screen.ANSWERS],
    parts: ["answers"],
    more: [{ keys: [shortcutsLabels.ctrlEnter], description: shortcutsLabels.save }],
  },
];

/**
 * Returns the keys of all parts, with keys of the same effect combined, and the additional ones.
 */
function toEntries({ parts, more }: Group): readonly Entry[] {
  const keysOf = new Map<string, Set<string>>();
  for (const [key, description] of parts.flatMap((part) => Object.entries(shortcuts[part])))
    keysOf.set(description, (keysOf.get(description) ?? new Set()).add(key.toUpperCase()));
  return [...[...keysOf].map(([description, keys]) => ({ keys: [...keys], description })), ...more];
}

export default function Shortcuts({ onClose }: { onClose: () => void }) {
  const { may } = useSession();
  const shown = groups.filter(({ screens }) => screens.length === 0 || screens.some(may));
  return (
    <Dialog title={labels.shortcuts} open onClose={onClose}>
      {shown.map((group) => (
        <section key={group.title} className="stack">
          <h3 className="label">{group.title}</h3>
          <dl className="shortcuts">
            {toEntries(group).map(({ keys, description }) => (
              <Fragment key={description}>
                <dt className="row">
                  {keys.map((key) => (
                    <KeyCap key={key}>{key}</KeyCap>
                  ))}
                </dt>
                <dd>{description}</dd>
              </Fragment>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
