// The administration of the house in memory: its companies and what was done in them.

import { create } from "@bufbuild/protobuf";
import { Code, type ConnectRouter, type HandlerContext } from "@connectrpc/connect";
import { Entitlement } from "../../../gen/parlor/options/v1/screen_pb";
import { AuditService } from "../../../gen/parlor/v1/audit_service_pb";
import { CompanySchema } from "../../../gen/parlor/v1/company_pb";
import { CompanyService } from "../../../gen/parlor/v1/company_service_pb";
import type { Db } from "../db";
import { createError, notFound } from "../errors";
import { requireAccount } from "../lookup";
import { isPlatformAdmin } from "../seed/people";

const pageSize = 3;

/** An administrator, or PERMISSION_DENIED. */
export function requireAdministrator(db: Db, context: HandlerContext) {
  const account = requireAccount(db, context);
  if (account.entitlements.granted.includes(Entitlement.ADMINISTRATOR)) return account;
  throw createError(Code.PermissionDenied, "ADMINISTRATORS_ONLY", "It is for administrators.");
}

/** An administrator of the company that runs the platform, or PERMISSION_DENIED. */
export function requirePlatformAdministrator(db: Db, context: HandlerContext) {
  const account = requireAdministrator(db, context);
  if (isPlatformAdmin(account.entitlements)) return account;
  throw createError(
    Code.PermissionDenied,
    "PLATFORM_ADMINISTRATORS_ONLY",
    "It is for those who run the platform.",
  );
}

export function findCompany(db: Db, id: string) {
  const found = db.companies.find((company) => company.id === id);
  if (!found) throw notFound();
  return found;
}

export function registerCompanyAdminHandlers(router: ConnectRouter, db: Db): void {
  const companies = CompanyService.method;

  router.rpc(companies.listCompanies, ({ query }, context) => {
    requirePlatformAdministrator(db, context);
    const part = query.toLowerCase();
    return { companies: db.companies.filter(({ name }) => name.toLowerCase().includes(part)) };
  });

  router.rpc(companies.createCompany, (request, context) => {
    requirePlatformAdministrator(db, context);
    const company = create(CompanySchema, {
      id: db.id("company"),
      name: request.name,
      label: "Parlor",
      software: request.software,
    });
    db.companies.push(company);
    return { company };
  });

  router.rpc(companies.updateCompany, (request, context) => {
    requirePlatformAdministrator(db, context);
    const company = findCompany(db, request.id);
    company.name = request.name ?? company.name;
    company.textlineWebhookV3Enabled = request.textlineWebhookV3Enabled ?? false;
    if (request.updateMask?.paths.includes("dashboard_options")) {
      company.dashboardOptions = request.dashboardOptions;
    }
    company.blastDailyLimit = request.blastDailyLimit ?? 0;
    company.blastSegmentsPerSecond = request.blastSegmentsPerSecond ?? 0;
    company.brandDailySegments = request.brandDailySegments ?? 0;
    company.monthlyTokenAllowance = request.monthlyTokenAllowance ?? 0;
    company.picturePriceMicros = request.picturePriceMicros ?? company.picturePriceMicros;
    company.segmentPriceMicros = request.segmentPriceMicros ?? company.segmentPriceMicros;
    return { company };
  });

  router.rpc(companies.customizeCompany, (request, context) => {
    requireAdministrator(db, context);
    const company = findCompany(db, request.id);
    company.label = request.label || "Parlor";
    if (request.customizations) company.customizations = request.customizations;
    return { company };
  });

  router.rpc(companies.startImpersonation, ({ companyId }, context) => {
    const { entitlements } = requirePlatformAdministrator(db, context);
    const company = findCompany(db, companyId);
    entitlements.actingCompanyId = company.id;
    entitlements.actingCompanyName = company.name;
    return { company, entitlements };
  });

  router.service(AuditService, {
    listAuditEntries({ action, actorId, pageToken }, context) {
      requireAdministrator(db, context);
      const found = db.auditEntries.filter(
        (deed) => (!action || deed.action === action) && (!actorId || deed.actorId === actorId),
      );
      const from = Number(pageToken || 0);
      const next = from + pageSize;
      return {
        entries: found.slice(from, next),
        nextPageToken: next < found.length ? String(next) : "",
      };
    },
  });
}
