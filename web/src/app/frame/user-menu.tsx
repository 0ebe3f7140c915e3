import { Button as AriaButton } from "react-aria-components";
import { useNavigate } from "react-router";
import { fullName, useSession } from "../../entities/session/session";
import { Screen } from "../../gen/parlor/options/v1/screen_pb";
import { Avatar, Icon, Menu, type MenuEntry } from "../../ui";
import { screenPath } from "../screens";
import { labels } from "./labels";

export function UserMenu({ onLogOut }: { onLogOut: () => void }) {
  const { user, roleLabel, may } = useSession();
  const navigate = useNavigate();
  const name = fullName(user);
  const to = (screen: Screen) => () => navigate(screenPath(screen));
  const admin: MenuEntry[] = may(Screen.ADMIN)
    ? [{ id: "admin", label: labels.admin, icon: "keys", onAction: to(Screen.ADMIN) }]
    : [];
  return (
    <Menu
      label={labels.you}
      title={
        <>
          <span className="strong">{name}</span>
          <br />
          {roleLabel}
        </>
      }
      items={[
        "rule",
        { id: "profile", label: labels.profile, icon: "persona", onAction: to(Screen.PROFILE) },
        ...admin,
        { id: "logout", label: labels.logOut, icon: "leave", onAction: onLogOut },
      ]}
      trigger={
        <AriaButton className="top-bar__user" aria-label={`${name}, ${roleLabel}`}>
          <Avatar name={name} />
          <span className="top-bar__user-name" aria-hidden="true">
            {name} <small>{roleLabel}</small>
          </span>
          <Icon name="down" size="small" />
        </AriaButton>
      }
    />
  );
}
