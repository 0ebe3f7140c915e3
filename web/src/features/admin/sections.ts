// Sections of the administration screen in the order of the tabs. Each loads when it is opened.

import type { ComponentType } from "react";
import { lazyWithReload } from "../../lib/lazy";

export type Section = {
  /** Value in the URL. */
  id: string;
  title: string;
  /** For platform administrators only. */
  platform?: boolean;
  Part: ComponentType;
};

export const sections: readonly Section[] = [
  {
    id: "companies",
    title: "Companies",
    platform: true,
    Part: lazyWithReload(() => import("./companies/section")),
  },
  { id: "company", title: "Company", Part: lazyWithReload(() => import("./company/section")) },
  {
    id: "communities",
    title: "Communities",
    Part: lazyWithReload(() => import("./communities/section")),
  },
  { id: "users", title: "Users", Part: lazyWithReload(() => import("./users/section")) },
  { id: "software", title: "Software", Part: lazyWithReload(() => import("./software/section")) },
  { id: "email", title: "Email", Part: lazyWithReload(() => import("./email/section")) },
  { id: "outbox", title: "Outbox", Part: lazyWithReload(() => import("./email/outbox")) },
  { id: "texting", title: "Texting", Part: lazyWithReload(() => import("./texting/section")) },
  { id: "partners", title: "Partners", Part: lazyWithReload(() => import("./partners/section")) },
  { id: "audit", title: "Audit trail", Part: lazyWithReload(() => import("./audit/section")) },
  { id: "jobs", title: "Failed jobs", Part: lazyWithReload(() => import("./jobs/section")) },
];
