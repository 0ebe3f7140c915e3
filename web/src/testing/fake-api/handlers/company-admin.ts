// Administration of companies in the fake API, with the audit trail.

import { create } from "@bufbuild/protobuf";
import type { ConnectRouter } from "@connectrpc/connect";
import { AuditService } from "../../../gen/parlor/v1/audit_service_pb";
import { CompanySchema } from "../../../gen/parlor/v1/company_pb";
import { CompanyService } from "../../../gen/parlor/v1/company_service_pb";
import type { Db } from "../db";
import { notFound } from "../errors";
import { requireAccount } from "../lookup";

export function findCompany(db: Db, id: string) {
  const found = db.companies.find((company) => company.id === id);
  if (!found) throw notFound();
  return found;
}

export function registerCompanyAdminHandlers(router: ConnectRouter, db: Db): void {
  const companies = CompanyService.method;

  router.rpc(companies.listCompanies, ({ query }) => {
    const part = query.toLowerCase();
    return { companies: db.companies.filter(({ name }) => name.toLowerCase().includes(part)) };
  });

  router.rpc(companies.createCompany, (request) => {
    const company = create(CompanySchema, {
      id: db.id("company"),
      name: request.name,
      label: "Parlor",
      software: request.software,
    });
    db.companies.push(company);
    return { company };
  });

  router.rpc(companies.updateCompany, (request) => {
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

  router.rpc(companies.customizeCompany, (request) => {
    const company = findCompany(db, request.id);
    company.label = request.label || "Parlor";
    if (request.customizations) company.customizations = request.customizations;
    return { company };
  });

  router.rpc(companies.startImpersonation, ({ companyId }, context) => {
    const { entitlements } = requireAccount(db, context);
    const company = findCompany(db, companyId);
    entitlements.actingCompanyId = company.id;
    entitlements.actingCompanyName = company.name;
    return { company, entitlements };
  });

  router.service(AuditService, {
    listAuditEntries({ action, actorId }) {
      const entries = db.auditEntries.filter(
        (deed) => (!action || deed.action === action) && (!actorId || deed.actorId === actorId),
      );
      return { entries };
    },
  });
}
