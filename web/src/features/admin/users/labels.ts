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
