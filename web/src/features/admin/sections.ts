// Sections of the administration screen, in five groups. Each loads when it is opened.

import type { ComponentType } from "react";
import { lazyWithReload } from "../../lib/lazy";
import { groupLabels, sectionLabels } from "./section-labels";

export const groups = Object.values(groupLabels);

export type Section = {
  /** Value in the URL. */
  id: string;
  title: string;
  group: (typeof groups)[number];
  /** What the section contains, for the search. */
  keywords: string;
  /** For platform administrators only. */
  platform?: boolean;
  Part: ComponentType;
};

const sections: readonly Section[] = [
  {
    id: "users",
    title: sectionLabels.users,
    group: groupLabels.people,
    keywords: "people staff managers administrators invitations roles plans",
    Part: lazyWithReload(() => import("./users/section")),
  },
  {
    id: "communities",
    title: sectionLabels.communities,
    group: groupLabels.communities,
    keywords: "associations units homes numbers deleted training codes software",
    Part: lazyWithReload(() => import("./communities/section")),
  },
  {
    id: "requests",
    title: sectionLabels.requests,
    group: groupLabels.communities,
    keywords: "new communities managers accept decline",
    Part: lazyWithReload(() => import("./communities/requests-section")),
  },
  {
    id: "company",
    title: sectionLabels.company,
    group: groupLabels.communities,
    keywords: "branding logo color office hours word replacements plan features",
    Part: lazyWithReload(() => import("./company/section")),
  },
  {
    id: "texting",
    title: sectionLabels.sms,
    group: groupLabels.messaging,
    keywords: "twilio textline numbers carrier sms bot engine",
    Part: lazyWithReload(() => import("./texting/section")),
  },
  {
    id: "email",
    title: sectionLabels.email,
    group: groupLabels.messaging,
    keywords: "mail server smtp sender reply address",
    Part: lazyWithReload(() => import("./email/section")),
  },
  {
    id: "outbox",
    title: sectionLabels.outbox,
    group: groupLabels.messaging,
    keywords: "sent emails delivery",
    Part: lazyWithReload(() => import("./email/outbox")),
  },
  {
    id: "software",
    title: sectionLabels.software,
    group: groupLabels.integrations,
    keywords: "vantaca cinc buildium vms vmg credential sync associations token upload",
    Part: lazyWithReload(() => import("./software/section")),
  },
  {
    id: "chatwoot",
    title: sectionLabels.chatwoot,
    group: groupLabels.integrations,
    keywords: "help desk inbox agents webhook mirror conversations",
    Part: lazyWithReload(() => import("./chatwoot/section")),
  },
  {
    id: "partners",
    title: sectionLabels.partners,
    group: groupLabels.integrations,
    keywords: "api oauth client secret scopes",
    Part: lazyWithReload(() => import("./partners/section")),
  },
  {
    id: "companies",
    title: sectionLabels.companies,
    group: groupLabels.system,
    keywords: "customers tenants billing pricing features switch",
    platform: true,
    Part: lazyWithReload(() => import("./companies/section")),
  },
  {
    id: "audit",
    title: sectionLabels.audit,
    group: groupLabels.system,
    keywords: "history changes log security",
    Part: lazyWithReload(() => import("./audit/section")),
  },
  {
    id: "jobs",
    title: sectionLabels.jobs,
    group: groupLabels.system,
    keywords: "errors retries background",
    Part: lazyWithReload(() => import("./jobs/section")),
  },
];

/** The sections that an administrator may open, in the order of the menu. */
export function openSections(isPlatformAdmin: boolean): Section[] {
  return sections.filter((section) => isPlatformAdmin || !section.platform);
}

/** The section that opens when the URL names none that the administrator may open. */
export function defaultSection(isPlatformAdmin: boolean): string {
  return isPlatformAdmin ? "companies" : "company";
}

/** Returns whether each word begins a word of the section's title, group or keywords. */
export function matches({ title, group, keywords }: Section, words: string): boolean {
  const text = ` ${title} ${group} ${keywords}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(` ${word}`));
}
