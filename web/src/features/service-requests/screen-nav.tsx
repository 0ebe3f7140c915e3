import { Link } from "react-router";
import { screenRule } from "../../entities/session/screen-access";
import { Screen } from "../../gen/parlor/options/v1/screen_pb";
import { Icon, type IconName } from "../../ui";
import "./screen-nav.css";
import { sharedLabels } from "./labels";

type Entry = { screen: Screen; label: string; icon: IconName };

const entries: readonly Entry[] = [
  { screen: Screen.SERVICE_REQUEST_MAIN, label: sharedLabels.list, icon: "list" },
  { screen: Screen.SERVICE_REQUEST_MAIN_UPDATED, label: sharedLabels.board, icon: "board" },
  { screen: Screen.SERVICE_REQUEST_PENDING, label: sharedLabels.pending, icon: "wait" },
  { screen: Screen.SERVICE_REQUEST_APPROVED, label: sharedLabels.approved, icon: "ok" },
];

/** Links between the screens that show several requests. */
export function ScreenNav({ current }: { current: Screen }) {
  return (
    <nav className="segments screen-nav" aria-label={sharedLabels.screens}>
      {entries.map(({ screen, label, icon }) => (
        <Link
          key={screen}
          className="segment"
          to={screenRule(screen).path}
          aria-current={screen === current ? "page" : undefined}
        >
          <Icon name={icon} size="small" />
          {label}
        </Link>
      ))}
    </nav>
  );
}
