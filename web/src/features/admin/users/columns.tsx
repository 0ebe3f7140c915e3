import { fullName } from "../../../entities/session/session";
import { type User, UserState } from "../../../gen/parlor/v1/user_pb";
import { formatNumber } from "../../../lib/format-number";
import { Avatar, Badge, Button, Menu, type MenuEntry } from "../../../ui";
import type { Column } from "../../../ui/table";
import { sharedLabels } from "../labels";
import { isState, labels, planLabel, roleLabels, states, toRole } from "./labels";

export type UserActions = {
  /** Id of the signed-in user, who may not deactivate their own account. */
  ownId: string;
  stateOf: (user: User) => UserState;
  onOpen: (user: User) => void;
  onInviteAgain: (user: User) => void;
  onDeactivate: (user: User) => void;
  onReactivate: (user: User) => void;
};

function menuEntries(user: User, actions: UserActions): MenuEntry[] {
  const state = actions.stateOf(user);
  const change: MenuEntry = {
    id: "change",
    label: sharedLabels.edit,
    icon: "pen",
    onAction: () => actions.onOpen(user),
  };
  if (state === UserState.DEACTIVATED) {
    return [
      change,
      "rule",
      {
        id: "reactivate",
        label: labels.reactivate,
        icon: "undo",
        onAction: () => actions.onReactivate(user),
      },
    ];
  }
  return [
    change,
    ...(state === UserState.INVITED
      ? [
          {
            id: "again",
            label: labels.resendInvitation,
            icon: "mail" as const,
            onAction: () => actions.onInviteAgain(user),
          },
        ]
      : []),
    "rule",
    {
      id: "deactivate",
      label: labels.deactivate,
      icon: "leave",
      danger: true,
      ...(user.id === actions.ownId
        ? { disabled: true, aside: <span className="caption">{labels.yourOwnAccount}</span> }
        : {}),
      onAction: () => actions.onDeactivate(user),
    },
  ];
}

function UserStateBadge({ state }: { state: UserState }) {
  if (!isState(state)) return null;
  const { label, tone } = states[state];
  return <Badge tone={tone}>{label}</Badge>;
}

function communitiesLabel(user: User): string {
  if (user.isRestrictedView) return sharedLabels.none;
  if (toRole(user) === "admin") return labels.all;
  const count = user.assignedCommunities?.total ?? 0;
  return count === 0 ? sharedLabels.none : formatNumber(count);
}

export function columns(actions: UserActions): Column<User>[] {
  return [
    {
      id: "name",
      title: sharedLabels.name,
      cell: (user) => (
        <span className="row">
          <Avatar name={fullName(user)} size="small" />
          <span className="stack stack--tight user__name">
            <button type="button" className="table__name" onClick={() => actions.onOpen(user)}>
              {fullName(user)}
            </button>
            <span className="caption">{user.email}</span>
          </span>
        </span>
      ),
    },
    {
      id: "role",
      title: labels.role,
      cell: (user) => (
        <span className="stack stack--tight">
          <span className="row nowrap">
            {roleLabels[toRole(user)]}
            {user.isRestrictedView ? <Badge tone="outline">{labels.restricted}</Badge> : null}
          </span>
          <span className="caption">{user.role}</span>
        </span>
      ),
    },
    { id: "communities", title: labels.communities, number: true, cell: communitiesLabel },
    {
      id: "plan",
      title: labels.plan,
      cell: ({ textPlan }) =>
        planLabel(textPlan) || <span className="tertiary">{sharedLabels.none}</span>,
    },
    {
      id: "state",
      title: sharedLabels.status,
      cell: (user) => <UserStateBadge state={actions.stateOf(user)} />,
    },
    {
      id: "actions",
      title: sharedLabels.actions,
      actions: true,
      cell: (user) => (
        <Menu
          label={sharedLabels.actionsFor(fullName(user))}
          items={menuEntries(user, actions)}
          trigger={
            <Button
              variant="quiet"
              size="small"
              icon="dots"
              aria-label={sharedLabels.moreActionsFor(fullName(user))}
            />
          }
        />
      ),
    },
  ];
}
