import { type User, UserState } from "../../../gen/parlor/v1/user_pb";
import { fullName } from "../../../rpc/current";
import { Badge, Button, Menu, type MenuEntry, Person } from "../../../ui";
import type { Column } from "../../../ui/table";
import { isState, planWords, roleOf, states } from "./words";

export type Acts = {
  /** Who looks: one does not close one's own account. */
  ownId: string;
  stateOf: (user: User) => UserState;
  onOpen: (user: User) => void;
  onInviteAgain: (user: User) => void;
  onDeactivate: (user: User) => void;
  onReactivate: (user: User) => void;
};

function entriesOf(user: User, acts: Acts): MenuEntry[] {
  const state = acts.stateOf(user);
  const change: MenuEntry = {
    id: "change",
    label: "Change",
    icon: "pen",
    onAction: () => acts.onOpen(user),
  };
  if (state === UserState.DEACTIVATED) {
    return [
      change,
      "rule",
      {
        id: "reactivate",
        label: "Reactivate",
        icon: "undo",
        onAction: () => acts.onReactivate(user),
      },
    ];
  }
  return [
    change,
    ...(state === UserState.INVITED
      ? [
          {
            id: "again",
            label: "Send the invitation again",
            icon: "mail" as const,
            onAction: () => acts.onInviteAgain(user),
          },
        ]
      : []),
    "rule",
    {
      id: "deactivate",
      label: "Deactivate",
      icon: "leave",
      danger: true,
      disabled: user.id === acts.ownId,
      onAction: () => acts.onDeactivate(user),
    },
  ];
}

function State({ state }: { state: UserState }) {
  if (!isState(state)) return null;
  const { words, tone } = states[state];
  return <Badge tone={tone}>{words}</Badge>;
}

function communityWords(user: User): string {
  if (user.isRestrictedView) return "For blasts alone";
  if (roleOf(user) === "admin") return "All";
  const count = user.textCommunitiesMapping.length;
  return count === 0 ? "None" : String(count);
}

export function columns(acts: Acts): Column<User>[] {
  return [
    {
      id: "name",
      title: "Name",
      cell: (user) => (
        <span className="row">
          <Person name={fullName(user)} size="small" />
          <span className="stack stack--tight user__name">
            <button type="button" className="table__name" onClick={() => acts.onOpen(user)}>
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
        <span className="row row--wrap user__role">
          {roleOf(user) === "admin" ? "Administrator" : "Manager"}
          {user.isRestrictedView ? <Badge tone="outline">Restricted</Badge> : null}
        </span>
      ),
    },
    { id: "title", title: "Job title", cell: ({ role }) => role },
    { id: "communities", title: "Communities", number: true, cell: communityWords },
    {
      id: "plan",
      title: "Plan",
      cell: ({ textPlan }) => planWords(textPlan) || <span className="tertiary">None</span>,
    },
    { id: "state", title: "Status", cell: (user) => <State state={acts.stateOf(user)} /> },
    {
      id: "acts",
      title: "Actions",
      acts: true,
      cell: (user) => (
        <Menu
          label={`Acts on ${fullName(user)}`}
          items={entriesOf(user, acts)}
          trigger={
            <Button
              variant="quiet"
              size="small"
              icon="dots"
              aria-label={`More about ${fullName(user)}`}
            />
          }
        />
      ),
    },
  ];
}
