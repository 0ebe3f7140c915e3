import { Suspense } from "react";
import { Focusable } from "react-aria-components";
import { Link } from "react-router";
import { planLabels } from "../../entities/session/plan-labels";
import { useSession } from "../../entities/session/session";
import { Screen } from "../../gen/parlor/options/v1/screen_pb";
import { lazyWithReload } from "../../lib/lazy";
import { Badge, Icon, Tooltip } from "../../ui";
import { OptionalPart } from "../error-boundary";
import { type MenuItem, screenPath, screenTitle, toMenu } from "../screens";
import { labels } from "./labels";

const OpenEscalations = lazyWithReload(() => import("./open-escalations"));

type ItemProps = MenuItem & {
  current: boolean;
  collapsed: boolean;
  onGo: (() => void) | undefined;
};

function Item({ screen, icon, current, collapsed, onGo }: ItemProps) {
  const { entitlements } = useSession();
  const beta = screen === Screen.ASSISTANTS;
  const title = beta ? labels.assistants : screenTitle(screen, entitlements);
  const link = (
    <Link
      className="side-menu__item"
      to={screenPath(screen)}
      aria-current={current ? "page" : undefined}
      {...(onGo ? { onClick: onGo } : {})}
    >
      <Icon name={icon} />
      <span>{title}</span>
      {screen === Screen.ESCALATIONS ? (
        <OptionalPart>
          <Suspense>
            <OpenEscalations />
          </Suspense>
        </OptionalPart>
      ) : null}
      {beta && !collapsed ? <Badge tone="outline">{labels.beta}</Badge> : null}
    </Link>
  );
  if (!collapsed) return link;
  return (
    <Tooltip text={title} placement="end">
      <Focusable>{link}</Focusable>
    </Tooltip>
  );
}

function Foot() {
  const { user, company } = useSession();
  const communities = user.textCommunitiesMapping.length;
  const parts = [
    communities > 0 ? labels.communityCount(communities, user.hasMoreTextCommunities) : "",
    planLabels[user.textPlan] ?? "",
  ];
  return (
    <p className="side-menu__foot caption">
      <span className="strong secondary">{company.name || company.label}</span>
      <br />
      {parts.filter(Boolean).join(" · ")}
    </p>
  );
}

type Props = { screen: Screen; collapsed: boolean; onGo?: () => void };

export function SideMenu({ screen, collapsed, onGo }: Props) {
  const { entitlements } = useSession();
  return (
    <nav className={onGo ? "side-menu side-menu--drawer" : "side-menu"} aria-label={labels.screens}>
      {toMenu(entitlements).map((group) => (
        <div key={group.title} className="side-menu__group">
          <p className="side-menu__title">{group.title}</p>
          {group.items.map((item) => (
            <Item
              key={item.screen}
              {...item}
              current={item.screen === screen || item.parts?.includes(screen) === true}
              collapsed={collapsed}
              onGo={onGo}
            />
          ))}
        </div>
      ))}
      <Foot />
    </nav>
  );
}
