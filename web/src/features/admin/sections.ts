// What the administration has, in the order of its tabs. Each part is read when it is opened.

import type { ComponentType } from "react";
import { part } from "../../lib/load";

export type Section = {
  /** In the URL. */
  id: string;
  title: string;
  /** For administrators of the company that runs the platform. */
  platform?: boolean;
  Part: ComponentType;
};

export const sections: readonly Section[] = [
  {
    id: "companies",
    title: "Companies",
    platform: true,
    Part: part(() => import("./companies/section")),
  },
  {
    id: "communities",
    title: "Communities",
    Part: part(() => import("./communities/section")),
  },
  { id: "users", title: "Users", Part: part(() => import("./users/section")) },
  { id: "audit", title: "Audit trail", Part: part(() => import("./audit/section")) },
];
