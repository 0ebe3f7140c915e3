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
  { id: "company", title: "Company", Part: part(() => import("./company/section")) },
  {
    id: "communities",
    title: "Communities",
    Part: part(() => import("./communities/section")),
  },
  { id: "users", title: "Users", Part: part(() => import("./users/section")) },
  { id: "software", title: "Software", Part: part(() => import("./software/section")) },
  { id: "email", title: "E-mail", Part: part(() => import("./email/section")) },
  { id: "outbox", title: "Outbox", Part: part(() => import("./email/outbox")) },
  { id: "texting", title: "Texting", Part: part(() => import("./texting/section")) },
  { id: "partners", title: "Partners", Part: part(() => import("./partners/section")) },
  { id: "audit", title: "Audit trail", Part: part(() => import("./audit/section")) },
  { id: "jobs", title: "Failed jobs", Part: part(() => import("./jobs/section")) },
];
