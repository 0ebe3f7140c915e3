// Number of items in each section of the administration.

import { useQuery } from "@connectrpc/connect-query";
import { useCommunities } from "../../entities/community/use-communities";
import { useSession } from "../../entities/session/session";
import { CommunityAdminService } from "../../gen/parlor/v1/community_admin_service_pb";
import { CommunityRequestState } from "../../gen/parlor/v1/community_pb";
import { CompanyService } from "../../gen/parlor/v1/company_service_pb";
import { JobService } from "../../gen/parlor/v1/job_service_pb";
import { UserService } from "../../gen/parlor/v1/user_service_pb";
import { formatNumber } from "../../lib/format-number";
import type { Section } from "./sections";

/** Maximum results of one page of a list. */
const limit = 200;

/** Counts by section, such as "24", or "200+" where a list has more than one page. */
export type SectionCounts = Record<string, string | undefined>;

function toCount(rows: readonly unknown[] | undefined, nextPageToken = ""): string | undefined {
  if (!rows || rows.length === 0) return undefined;
  return nextPageToken ? `${rows.length}+` : formatNumber(rows.length);
}

export function useSectionCounts(open: readonly Section[]): SectionCounts {
  const companyId = useSession().company.id;
  const isPlatform = open.some(({ platform }) => platform);
  const communities = useCommunities();
  const users = useQuery(UserService.method.listUsers, { companyId, limit });
  const companies = useQuery(
    CompanyService.method.listCompanies,
    { limit },
    { enabled: isPlatform },
  );
  const requests = useQuery(CommunityAdminService.method.listCommunityRequests, {
    companyId,
    limit,
  });
  const jobs = useQuery(JobService.method.listDeadJobs, { limit: 1 });
  const failed = jobs.data?.kinds.reduce((sum, { count }) => sum + count, 0) ?? 0;
  return {
    users: toCount(users.data?.users, users.data?.nextPageToken),
    communities: toCount(communities.data),
    requests: toCount(
      requests.data?.requests.filter(({ state }) => state === CommunityRequestState.SUBMITTED),
      requests.data?.nextPageToken,
    ),
    companies: toCount(companies.data?.companies, companies.data?.nextPageToken),
    jobs: failed > 0 ? formatNumber(failed) : undefined,
  };
}
