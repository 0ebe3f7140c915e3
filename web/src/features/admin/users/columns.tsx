import { fullName } from "../../../entities/session/session";
import { type User, UserState } from "../../../gen/parlor/v1/user_pb";
import { Avatar, Badge, Button, Menu, type MenuEntry } from "../../../ui";
import type { Column } from "../../../ui/table";
import { isState, planLabel, states, toRole } from "./labels";

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
    label: "Edit",
    icon: "pen",
    onAction: () => actions.onOpen(user),
  };
  if (state === UserState.DEACTIVATED) {
    return [
      change,
      "rule",
      {
        id: "reactivate",
        label: "Reactivate",
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
            label: "Resend invitation",
            icon: "mail" as const,
            onAction: () => actions.onInviteAgain(user),
          },
        ]
      : []),
    "rule",
    {
      id: "deactivate",
      label: "Deactivate",
      icon: "leave",
      danger: true,
      ...(user.id === actions.ownId
        ? { disabled: true, aside: <span className="caption">Your own account</span> }
        : {}),
      onAction: () => actions.onDeactivate(user),
    },
  ];
}

function UserStateBadge({ state }: { state: UserState }) {
  if (!isState(state)) return null;
  const { words, tone } = states[state];
  return <Badge tone={tone}>{words}</Badge>;
}

function communitiesLabel(user: User): string {
  if (user.isRestrictedView) return "None";
  if (toRole(user) === "admin") return "All";
  const count = user.textCommunitiesMapping.length;
  return count === 0 ? "None" : String(count);
}

export function columns(actions: UserActions): Column<User>[] {
  return [
    {
      id: "name",
      title: "Name",
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
      title: "Role",
      cell: (user) => (
        <span className="stack stack--tight">
          <span className="row nowrap">
            {toRole(user) === "admin" ? "Administrator" : "Manager"}
            {user.isRestrictedView ? <Badge tone="outline">Restricted</Badge> : null}
          </span>
          <span className="caption">{user.role}</span>
        </span>
      ),
    },
    { id: "communities", title: "Communities", number: true, cell: communitiesLabel },
    {
      id: "plan",
      title: "Plan",
      cell: ({ textPlan }) => planLabel(textPlan) || <span className="tertiary">None</span>,
    },
    {
      id: "state",
      title: "Status",
      cell: (user) => <UserStateBadge state={actions.stateOf(user)} />,
    },
    {
      id: "actions",
      title: "Actions",
      actions: true,
      cell: (user) => (
        <Menu
          label={`Actions for ${fullName(user)}`}
          items={menuEntries(user, actions)}
          trigger={
            <Button
              variant="quiet"
              size="small"
              icon="dots"
              aria-label={`More actions for ${fullName(user)}`}
            />
          }
        />
      ),
    },
  ];
}
