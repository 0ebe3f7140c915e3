// Copy of the users of a company, with their roles and plans.

import { TextPlan, type User, UserState } from "../../../gen/parlor/v1/user_pb";
import { formatNumber } from "../../../lib/format-number";

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

export const roleLabels = { manager: "Manager", admin: "Administrator" } as const;

export const roles = [
  {
    value: "manager",
    label: roleLabels.manager,
    text: "Manages assigned communities.",
  },
  {
    value: "admin",
    label: roleLabels.admin,
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
  [UserState.ACTIVE]: { label: "Active", tone: "success" },
  [UserState.INVITED]: { label: "Invited", tone: "info" },
  [UserState.DEACTIVATED]: { label: "Deactivated", tone: "outline" },
} as const;

export function isState(state: UserState): state is keyof typeof states {
  return state in states;
}

export const labels = {
  search: "Search users",
  searchPlaceholder: "Search by name or email",
  noMatches: "No matching users",
  noMatchesHint: "Try a shorter name or address, or clear the search to see all.",
  noUsersYet: "No users yet",
  noUsersHint: "Invite your first user. They get an email with a link.",

  restricted: "Restricted",
  plan: "Plan",
  all: "All",
  deactivate: "Deactivate",
  yourOwnAccount: "Your own account",
  deactivated: (name: string) => `Deactivated ${name}.`,
  deactivatedEffect: "They've been logged out everywhere.",
  reactivate: "Reactivate",
  reactivated: (name: string) => `${name} can log in again.`,
  resendInvitation: "Resend invitation",
  resending: "Sending another invitation…",
  invitedAgain: (name: string) => `Invited ${name} again.`,
  earlierLinkInvalid: "The earlier link no longer works.",

  inviteUser: "Invite user",
  inviteHint: "They get an email with a link to choose a password. The link expires in 7 days.",
  sendInvitation: "Send invitation",
  invited: (name = "them") => `Invited ${name}.`,
  linkSentTo: (address = "their address") => `We sent a link to ${address}.`,

  firstName: "First name",
  lastName: "Last name",
  email: "Email",
  emailHint: "Used to log in.",
  phone: "Phone",
  jobTitle: "Job title",
  chooseTitle: "Choose a job title",
  role: "Role",
  restrictedView: "Restricted view",
  restrictedViewHint: "They only see Parlor Blaster and their profile.",
  ownAccessChange: "This changes your own permissions and logs you out everywhere else.",
  accessChange:
    "This logs them out everywhere. Their new permissions apply when they log in again.",
  communities: "Communities",
  communitiesHint: "Shown in the order you choose them.",
  moreCommunities: (count: number) =>
    `${formatNumber(count)} more ${count === 1 ? "community is" : "communities are"} assigned. Saving keeps them.`,
  allCommunities: "All communities",
  administratorCommunities: "Administrators see all communities.",
  loadingCommunities: "Loading communities…",
  noCommunitiesYet: "No communities yet.",
  textPlan: "Text plan",
  noPlan: "No plan",
} as const;
