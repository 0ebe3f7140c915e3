// All companies of the platform, for those who run it.

import { useInfiniteQuery, useQuery } from "@connectrpc/connect-query";
import { useState } from "react";
import { tell } from "../../../forms/tell";
import type { Company } from "../../../gen/parlor/v1/company_pb";
import { CompanyService } from "../../../gen/parlor/v1/company_service_pb";
import { useDebounced } from "../../../lib/debounced";
import { useActIn } from "../../../rpc/acting";
import { useCurrent } from "../../../rpc/current";
import { listingOf, pagesOf } from "../../../rpc/listing";
import { toProblem } from "../../../rpc/problem";
import { Arch, Badge, Button, EmptyFace, ProblemFace, SearchField, Skeleton } from "../../../ui";
import { type Column, DataTable, Sheet } from "../../../ui/table";
import { HeadActs } from "../head";
import { usePlace } from "../use-place";
import { pricingWords, softwareWords } from "../words";
import { CompanyForm } from "./company-form";
import { NewCompany } from "./new-company";

function Enter({ company }: { company: Company }) {
  const { company: own } = useCurrent();
  const act = useActIn();
  const enter = () => act.mutate({ companyId: company.id }, { onError: tell });
  if (company.id === own.id) return <Badge tone="accent">You are here</Badge>;
  return (
    <Button
      size="small"
      pending={act.isPending}
      onPress={enter}
      aria-label={`Act in ${company.name}`}
    >
      Act in it
    </Button>
  );
}

const columns = (open: (id: string) => void): Column<Company>[] => [
  {
    id: "name",
    title: "Company",
    cell: ({ id, name }) => (
      <span className="row">
        <Arch name={name} size="small" />
        <button type="button" className="table__name" onClick={() => open(id)}>
          {name}
        </button>
      </span>
    ),
  },
  { id: "label", title: "Label", cell: ({ label }) => label },
  { id: "software", title: "Software", cell: ({ software }) => softwareWords(software) },
  { id: "pricing", title: "Pays", cell: (company) => pricingWords(company.pricingModel) },
  {
    id: "v3",
    title: "Texting",
    cell: (company) =>
      company.textlineWebhookV3Enabled ? <Badge tone="success">v3</Badge> : "Before v3",
  },
  {
    id: "options",
    title: "Features",
    number: true,
    cell: ({ dashboardOptions }) => dashboardOptions.length,
  },
  { id: "acts", title: "Actions", acts: true, cell: (company) => <Enter company={company} /> },
];

function Find() {
  const { get, go } = usePlace();
  const [words, setWords] = useState(get("find"));
  return (
    <div className="filters">
      <div className="filters__find">
        <SearchField
          label="Find a company"
          hideLabel
          placeholder="Part of a name"
          maxLength={120}
          value={words}
          onChange={(find) => {
            setWords(find);
            go({ find }, { replace: true });
          }}
        />
      </div>
    </div>
  );
}

/** The company that the URL names; one that is not in the list is read by itself. */
function Opened({ id, listed, onClose }: OpenedProps) {
  const query = useQuery(CompanyService.method.getCompany, { id }, { enabled: !listed });
  const company = listed ?? query.data?.company;
  if (company) return <CompanyForm key={id} company={company} onClose={onClose} />;
  return (
    <Sheet title="Company" onClose={onClose}>
      {query.error ? (
        <ProblemFace
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

type OpenedProps = { id: string; listed: Company | undefined; onClose: () => void };

export default function CompaniesSection() {
  const { get, go } = usePlace();
  const find = useDebounced(get("find"), 200);
  const query = useInfiniteQuery(
    CompanyService.method.listCompanies,
    { searchQuery: find, pageToken: "" },
    pagesOf,
  );
  const listing = listingOf(query, (page) => page.companies);
  const opened = get("company");
  const close = () => go({ company: "" });
  return (
    <section className="panel" aria-label="Companies">
      <HeadActs>
        <Button variant="primary" icon="plus" onPress={() => go({ company: "new" })}>
          New company
        </Button>
      </HeadActs>
      <Find />
      <DataTable
        label="Companies"
        columns={columns((company) => go({ company }))}
        listing={listing}
        rowId={({ id }) => id}
        current={opened}
        empty={
          <EmptyFace
            title="No company of that name"
            text="Look for a shorter part of the name, or empty the field to see all."
          />
        }
      />
      {opened === "new" ? (
        <NewCompany onClose={close} onMade={(company) => go({ company }, { replace: true })} />
      ) : opened ? (
        <Opened
          id={opened}
          listed={listing.rows?.find(({ id }) => id === opened)}
          onClose={close}
        />
      ) : null}
    </section>
  );
}
