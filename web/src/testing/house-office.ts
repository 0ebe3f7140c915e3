// The administration of the house in memory: its companies and what was done in them.

import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { Code, type ConnectRouter, type HandlerContext } from "@connectrpc/connect";
import { Fact } from "../gen/parlor/options/v1/screen_pb";
import { type AuditEntry, AuditEntrySchema, AuditService } from "../gen/parlor/v1/audit_service_pb";
import { CompanySchema } from "../gen/parlor/v1/company_pb";
import { CompanyService } from "../gen/parlor/v1/company_service_pb";
import { caller, notFound, type Rooms, refusal } from "./house";
import { runsPlatform } from "./people";

const pageOf = 3;

const done: readonly [string, string, string, string][] = [
  ["dana", "Dana Okafor", "session.opened", "Signed in."],
  ["dana", "Dana Okafor", "community.changed", "Changed Harbor Row."],
  ["marcus", "Marcus Bell", "answer.updated", "Changed an answer of Harbor Row."],
  ["", "", "company.synced", "Synced: 1 added, 0 changed, 0 removed."],
];

export function createDeeds(now: number): AuditEntry[] {
  return done.map(([actorId, actor, action, summary], at) =>
    create(AuditEntrySchema, {
      id: `deed-${at}`,
      at: timestampFromMs(now - at * 3_600_000),
      actorId,
      actor,
      action,
      summary,
    }),
  );
}

/** An administrator, or PERMISSION_DENIED. */
export function administrator(rooms: Rooms, context: HandlerContext) {
  const account = caller(rooms, context);
  if (account.standing.facts.includes(Fact.ADMINISTRATOR)) return account;
  throw refusal(Code.PermissionDenied, "ROLE_MISSING", "It is for administrators.");
}

/** An administrator of the company that runs the platform, or PERMISSION_DENIED. */
export function platformAdministrator(rooms: Rooms, context: HandlerContext) {
  const account = administrator(rooms, context);
  if (runsPlatform(account.standing)) return account;
  throw refusal(Code.PermissionDenied, "ROLE_MISSING", "It is for those who run the platform.");
}

export function companyOf(rooms: Rooms, id: string) {
  const found = rooms.companies.find((company) => company.id === id);
  if (!found) throw notFound();
  return found;
}

export function office(router: ConnectRouter, rooms: Rooms): void {
  const companies = CompanyService.method;

  router.rpc(companies.listCompanies, ({ searchQuery }, context) => {
    platformAdministrator(rooms, context);
    const part = searchQuery.toLowerCase();
    return { companies: rooms.companies.filter(({ name }) => name.toLowerCase().includes(part)) };
  });

  router.rpc(companies.createCompany, (request, context) => {
    platformAdministrator(rooms, context);
    const company = create(CompanySchema, {
      id: rooms.id("company"),
      name: request.name,
      label: "Parlor",
      software: request.software,
    });
    rooms.companies.push(company);
    return { company };
  });

  router.rpc(companies.updateCompany, (request, context) => {
    platformAdministrator(rooms, context);
    const company = companyOf(rooms, request.id);
    company.name = request.name ?? company.name;
    company.textlineWebhookV3Enabled = request.textlineWebhookV3Enabled ?? false;
    if (request.dashboardOptions.length > 0 || request.clearDashboardOptions) {
      company.dashboardOptions = request.dashboardOptions;
    }
    return { company };
  });

  router.rpc(companies.customizeCompany, (request, context) => {
    administrator(rooms, context);
    const company = companyOf(rooms, request.id);
    company.label = request.label || "Parlor";
    if (request.customizations) company.customizations = request.customizations;
    return { company };
  });

  router.rpc(companies.actInCompany, ({ companyId }, context) => {
    const { standing } = platformAdministrator(rooms, context);
    const company = companyOf(rooms, companyId);
    standing.actingCompanyId = company.id;
    standing.actingCompanyName = company.name;
    return { company, standing };
  });

  router.service(AuditService, {
    listAuditEntries({ action, actorId, pageToken }, context) {
      administrator(rooms, context);
      const found = rooms.deeds.filter(
        (deed) => (!action || deed.action === action) && (!actorId || deed.actorId === actorId),
      );
      const from = Number(pageToken || 0);
      const next = from + pageOf;
      return {
        entries: found.slice(from, next),
        nextPageToken: next < found.length ? String(next) : "",
      };
    },
  });
}
