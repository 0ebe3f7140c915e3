// Labels of users, roles and plans.

import { TextPlan, type User, UserState } from "../../../gen/parlor/v1/user_pb";

/** The job titles of the contract. */
export const titles = [
  "Manager/Asst. Manager",
  "Regional Manager",
  "Administrator",
  "Leasing",
  "Site Staff",
  "Executive/Leadership",
  "Accounting",
].map((value) => ({ value, label: value }));

/** The job title of most users who are invited. */
export const defaultTitle = "Manager/Asst. Manager";

export const roles = [
  {
    value: "manager",
    label: "Manager",
    text: "Manages assigned communities.",
  },
  {
    value: "admin",
    label: "Administrator",
    text: "Manages all communities, settings and users.",
  },
];

export const plans = [
  { value: String(TextPlan.PARLOR_PLUS), label: "Plus – 10,000 text segments a month" },
  { value: String(TextPlan.PARLOR_LITE), label: "Lite – 1,000 text segments a month" },
];

export function toRole({ parlorRole }: User): "admin" | "manager" {
  return parlorRole === "admin" ? "admin" : "manager";
}

export function planLabel(plan: TextPlan): string {
  if (plan === TextPlan.PARLOR_PLUS) return "Plus";
  return plan === TextPlan.PARLOR_LITE ? "Lite" : "";
}

export const states = {
  [UserState.ACTIVE]: { words: "Active", tone: "success" },
  [UserState.INVITED]: { words: "Invited", tone: "info" },
  [UserState.DEACTIVATED]: { words: "Deactivated", tone: "outline" },
} as const;

export function isState(state: UserState): state is keyof typeof states {
  return state in states;
}

export const labels = {
  edit: "Edit",
  reactivate: "Reactivate",
  resendInvitation: "Resend invitation",
  deactivate: "Deactivate",
  yourOwnAccount: "Your own account",
  none: "None",
  all: "All",
  name: "Name",
  role: "Role",
  administrator: "Administrator",
  manager: "Manager",
  restricted: "Restricted",
  communities: "Communities",
  plan: "Plan",
  status: "Status",
  actions: "Actions",
  actionsFor: (fullName: string) => `Actions for ${fullName}`,
  moreActionsFor: (fullName: string) => `More actions for ${fullName}`,
  changesOwnPermissionsLogsOut:
    "This changes your own permissions and logs you out everywhere else.",
  logsThemOutEverywhere:
    "This logs them out everywhere. Their new permissions apply when they log in again.",
  saved: (fullName: string) => `Saved ${fullName}.`,
  canUndoSec: (left: number) => `You can undo this for ${left} sec.`,
  save: "Save",
  editLabel: (fullName: string) => `Edit ${fullName}`,
  administratorsSeeAllCommunities: "Administrators see all communities.",
  allCommunities: "All communities",
  loadingCommunities: "Loading communities…",
  noCommunitiesYet: "No communities yet.",
  shownOrderChooseThem: "Shown in the order you choose them.",
  firstName: "First name",
  lastName: "Last name",
  email: "Email",
  usedToLogIn: "Used to log in.",
  phone: "Phone",
  jobTitle: "Job title",
  choose: "Choose",
  restrictedView: "Restricted view",
  theyOnlySeeParlorBlaster: "They only see Parlor Blaster and their profile.",
  textPlan: "Text plan",
  noPlan: "No plan",
  inviteUser: "Invite user",
  sendInvitation: "Send invitation",
  theyGetEmailLinkChoose:
    "They get an email with a link to choose a password. The link expires in 7 days.",
  users: "Users",
  searchUsers: "Search users",
  searchNameEmail: "Search by name or email",
  noMatchingUsers: "No matching users",
  noUsersYet: "No users yet",
  tryShorterNameAddressClear: "Try a shorter name or address, or clear the search to see all.",
  inviteYourFirstUser: "Invite your first user. They get an email with a link.",
  deactivated: (fullName: string) => `Deactivated ${fullName}.`,
  theyveLoggedOutEverywhere: "They've been logged out everywhere.",
  sendingAnotherInvitation: "Sending another invitation…",
  invitedAgain: (fullName: string) => `Invited ${fullName} again.`,
  earlierLinkNoLongerWorks: "The earlier link no longer works.",
} as const;
