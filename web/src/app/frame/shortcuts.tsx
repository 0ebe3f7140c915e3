import { Fragment } from "react";
import { useSession } from "../../entities/session/session";
import { type ShortcutGroup, shortcuts } from "../../entities/shortcut/shortcut-labels";
import { Screen } from "../../gen/parlor/options/v1/screen_pb";
import { Dialog, KeyCap } from "../../ui";
import { labels } from "./labels";
import { loadingLabels } from "./loading-labels";
import { shortcutsLabels } from "./shortcuts-labels";

type Entry = { keys: readonly string[]; does: string };
type Group = {
  title: string;
  /** Users who can open one of these screens see the group. Without screens, everyone does. */
  screens: readonly Screen[];
  /** Parts of the app whose shortcuts belong to the group. */
  parts: readonly ShortcutGroup[];
  /** Keys of fields, dialogs and the frame. */
  more: readonly Entry[];
};

const send: Entry = { keys: [shortcutsLabels.ctrlEnter], does: shortcutsLabels.send };

const groups: readonly Group[] = [
  {
    title: shortcutsLabels.everywhere,
    screens: [],
    parts: [],
    more: [
      { keys: [labels.ctrlK], does: loadingLabels.searchField },
      { keys: ["?"], does: labels.showShortcuts },
      { keys: [shortcutsLabels.esc], does: shortcutsLabels.closeDialog },
      { keys: ["Z"], does: shortcutsLabels.undo },
    ],
  },
  {
    title: shortcutsLabels.escalations,
    screens: [Screen.ESCALATIONS],
    parts: ["escalations"],
    more: [{ keys: [shortcutsLabels.ctrlEnter], does: shortcutsLabels.answer }],
  },
  {
    title: shortcutsLabels.omnichannel,
    screens: [Screen.OMNICHANNEL],
    parts: ["inbox", "conversation", "composer"],
    more: [{ keys: ["/"], does: shortcutsLabels.insertCannedReply }, send],
  },
  {
    title: shortcutsLabels.conversations,
    screens: [Screen.MESSAGES],
    parts: ["conversations", "conversation", "composer"],
    more: [send],
  },
  {
    title: shortcutsLabels.email,
    screens: [Screen.EMAIL],
    parts: ["emailList", "email", "emailThread", "emailReply"],
    more: [],
  },
  {
    title: shortcutsLabels.serviceRequests,
    screens: [Screen.SERVICE_REQUEST_PENDING],
    parts: ["pendingRequests", "board"],
    more: [{ keys: [shortcutsLabels.ctrlEnter], does: shortcutsLabels.sendDecision }],
  },
  {
    title: shortcutsLabels.catalog,
    screens: [Screen.KNOWLEDGE_BASE_MANAGEMENT],
    parts: ["catalog"],
    more: [],
  },
  {
    title: shortcutsLabels.answers,
    screens: [Screen.TURBO, Screen.ANSWERS],
    parts: ["answers"],
    more: [{ keys: [shortcutsLabels.ctrlEnter], does: shortcutsLabels.save }],
  },
];

/**
 * Returns the keys of all parts, with keys of the same effect combined, and the additional ones.
 */
function toEntries({ parts, more }: Group): readonly Entry[] {
  const keysOf = new Map<string, Set<string>>();
  for (const [key, does] of parts.flatMap((part) => Object.entries(shortcuts[part])))
    keysOf.set(does, (keysOf.get(does) ?? new Set()).add(key.toUpperCase()));
  return [...[...keysOf].map(([does, keys]) => ({ keys: [...keys], does })), ...more];
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
            {toEntries(group).map(({ keys, does }) => (
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
