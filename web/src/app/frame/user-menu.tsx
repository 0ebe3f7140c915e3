import { Button as AriaButton } from "react-aria-components";
import { useNavigate } from "react-router";
import { Screen } from "../../gen/parlor/options/v1/screen_pb";
import { fullName, useCurrent } from "../../rpc/current";
import { Icon, Menu, type MenuEntry, Person } from "../../ui";
import { pathOf } from "../screens";

export function UserMenu({ onLogOut }: { onLogOut: () => void }) {
  const { user, roleLabel, may } = useCurrent();
  const navigate = useNavigate();
  const name = fullName(user);
  const to = (screen: Screen) => () => navigate(pathOf(screen));
  const admin: MenuEntry[] = may(Screen.ADMIN)
    ? [{ id: "admin", label: "Admin", icon: "keys", onAction: to(Screen.ADMIN) }]
    : [];
  return (
    <Menu
      label="You"
      items={[
        { id: "profile", label: "Profile", icon: "persona", onAction: to(Screen.PROFILE) },
        ...admin,
        { id: "logout", label: "Logout", icon: "leave", onAction: onLogOut },
      ]}
      trigger={
        <AriaButton className="top-bar__user" aria-label={`${name}, ${roleLabel}`}>
          <Person name={name} />
          <span className="top-bar__user-name">
            {name}
            <small>{roleLabel}</small>
          </span>
          <Icon name="down" size="small" />
        </AriaButton>
      }
    />
  );
}
