import { SectionSearch } from "../section-search";
// All companies, for platform administrators.

import { useInfiniteQuery, useQuery } from "@connectrpc/connect-query";
import { pagination, toListing } from "../../../api/listing";
import { toProblem } from "../../../api/problem";
import { useStartImpersonation } from "../../../entities/session/impersonation";
import { useSession } from "../../../entities/session/session";
import { toastError } from "../../../forms/toast-error";
import type { Company } from "../../../gen/parlor/v1/company_pb";
import { CompanyService } from "../../../gen/parlor/v1/company_service_pb";
import { useDebounced } from "../../../lib/use-debounced";
import { Badge, Button, CommunityAvatar, EmptyState, ErrorState, Skeleton } from "../../../ui";
import { type Column, DataTable, Sheet } from "../../../ui/table";
import { companyLabels } from "../company-labels";
import { HeaderActions } from "../header-actions";
import { pricingLabel, sharedLabels, softwareLabel } from "../labels";
import { sectionLabels } from "../section-labels";
import { useAdminUrlState } from "../url-state";
import { CompanyForm } from "./company-form";
import { labels } from "./labels";
import { NewCompany } from "./new-company";

function StartImpersonation({ company }: { company: Company }) {
  const { company: own } = useSession();
  const act = useStartImpersonation();
  const enter = () => act.mutate({ companyId: company.id }, { onError: toastError });
  if (company.id === own.id) return <Badge tone="accent">{labels.current}</Badge>;
  return (
    <Button
      size="small"
      pending={act.isPending}
      onPress={enter}
      aria-label={labels.switchTo(company.name)}
    >
      {labels.switchToCompany}
    </Button>
  );
}

const columns = (open: (id: string) => void): Column<Company>[] => [
  {
    id: "name",
    title: sharedLabels.company,
    cell: ({ id, name }) => (
      <span className="row">
        <CommunityAvatar name={name} size="small" />
        <button type="button" className="table__name" onClick={() => open(id)}>
          {name}
        </button>
      </span>
    ),
  },
  { id: "label", title: labels.label, cell: ({ label }) => label },
  { id: "software", title: labels.software, cell: ({ software }) => softwareLabel(software) },
  { id: "pricing", title: labels.billing, cell: (company) => pricingLabel(company.pricingModel) },
  {
    id: "v3",
    title: companyLabels.smsVersion,
    cell: (company) =>
      company.textlineWebhookV3Enabled ? (
        <Badge tone="success">{companyLabels.v3}</Badge>
      ) : (
        companyLabels.legacyTexting
      ),
  },
  {
    id: "options",
    title: companyLabels.features,
    number: true,
    cell: ({ dashboardOptions }) => dashboardOptions.length,
  },
  {
    id: "actions",
    title: sharedLabels.actions,
    actions: true,
    cell: (company) => <StartImpersonation company={company} />,
  },
];

/** The company that the URL names. Loads it if the list does not contain it. */
function OpenCompany({ id, listed, onClose }: OpenCompanyProps) {
  const query = useQuery(CompanyService.method.getCompany, { id }, { enabled: !listed });
  const company = listed ?? query.data?.company;
  if (company) return <CompanyForm key={id} company={company} onClose={onClose} />;
  return (
    <Sheet title={sharedLabels.company} onClose={onClose}>
      {query.error ? (
        <ErrorState
          problem={toProblem(query.error)}
          onRetry={() => query.refetch()}
          pending={query.isFetching}
        />
      ) : (
        <Skeleton wide="60%" high="20px" />
      )}
    </Sheet>
  );
}

type OpenCompanyProps = { id: string; listed: Company | undefined; onClose: () => void };

export default function CompaniesSection() {
  const { get, go } = useAdminUrlState();
  const find = useDebounced(get("find"), 200);
  const query = useInfiniteQuery(
    CompanyService.method.listCompanies,
    { query: find, pageToken: "" },
    pagination,
  );
  const listing = toListing(query, (page) => page.companies);
  const opened = get("company");
  const close = () => go({ company: "" });
  return (
    <section className="panel" aria-label={sectionLabels.companies}>
      <HeaderActions>
        <Button variant="primary" icon="plus" onPress={() => go({ company: "new" })}>
          {labels.newCompany}
        </Button>
      </HeaderActions>
      <SectionSearch label={labels.search} placeholder={labels.searchPlaceholder} />
      <DataTable
        label={sectionLabels.companies}
        columns={columns((company) => go({ company }))}
        listing={listing}
        rowId={({ id }) => id}
        current={opened}
        empty={<EmptyState title={labels.noMatches} text={labels.noMatchesHint} />}
      />
      {opened === "new" ? (
        <NewCompany onClose={close} onCreated={(company) => go({ company }, { replace: true })} />
      ) : opened ? (
        <OpenCompany
          id={opened}
          listed={listing.rows?.find(({ id }) => id === opened)}
          onClose={close}
        />
      ) : null}
    </section>
  );
}
