// All companies of the platform, for those who run it.

import { useInfiniteQuery } from "@connectrpc/connect-query";
import { useState } from "react";
import type { Company } from "../../../gen/parlor/v1/company_pb";
import { CompanyService } from "../../../gen/parlor/v1/company_service_pb";
import { useDebounced } from "../../../lib/debounced";
import { useActIn } from "../../../rpc/acting";
import { useCurrent } from "../../../rpc/current";
import { listingOf, pagesOf } from "../../../rpc/listing";
import { toProblem } from "../../../rpc/problem";
import { Arch, Badge, Button, EmptyFace, SearchField, toast } from "../../../ui";
import { type Column, DataTable } from "../../../ui/table";
import { usePlace } from "../use-place";
import { pricingWords, softwareWords } from "../words";

function Enter({ company }: { company: Company }) {
  const { company: own } = useCurrent();
  const act = useActIn();
  const enter = () =>
    act.mutate(
      { companyId: company.id },
      {
        onError: (error) => {
          const { title, text } = toProblem(error);
          toast.error({ title, text });
        },
      },
    );
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

const columns: Column<Company>[] = [
  {
    id: "name",
    title: "Company",
    cell: ({ name }) => (
      <span className="row">
        <Arch name={name} size="small" />
        <span className="strong">{name}</span>
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

export default function CompaniesSection() {
  const { get } = usePlace();
  const find = useDebounced(get("find"), 200);
  const query = useInfiniteQuery(
    CompanyService.method.listCompanies,
    { searchQuery: find, pageToken: "" },
    pagesOf,
  );
  return (
    <section className="panel" aria-label="Companies">
      <Find />
      <DataTable
        label="Companies"
        columns={columns}
        listing={listingOf(query, (page) => page.companies)}
        rowId={({ id }) => id}
        empty={
          <EmptyFace
            title="No company of that name"
            text="Look for a shorter part of the name, or empty the field to see all."
          />
        }
      />
    </section>
  );
}
