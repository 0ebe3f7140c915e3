import { getOption } from "@bufbuild/protobuf";
import { useMutation } from "@connectrpc/connect-query";
import { toProblem } from "../../../api/problem";
import { isResultLost } from "../../../api/result-lost";
import { FormProblem } from "../../../forms";
import { association } from "../../../gen/parlor/options/v1/software_pb";
import type { Company } from "../../../gen/parlor/v1/company_pb";
import {
  IntegrationService,
  type SyncCompanyResponse,
} from "../../../gen/parlor/v1/integration_service_pb";
import { Software, SoftwareSchema } from "../../../gen/parlor/v1/software_pb";
import { Button } from "../../../ui";
import { sharedLabels, softwareLabel } from "../labels";
import { useRefresh } from "../use-refresh";
import { labels } from "./labels";

/** Returns whether the software identifies communities by a code, which a sync requires. */
function hasCodes(software: Software): boolean {
  const value = SoftwareSchema.value[software];
  return value !== undefined && getOption(value, association).field !== "";
}

function isNamed(software: Software): boolean {
  return software !== Software.NONE && software !== Software.UNSPECIFIED;
}

function NameList({ title, names }: { title: string; names: readonly string[] }) {
  return (
    <div>
      <h3 className="group-title">
        {title} <span className="count">{names.length}</span>
      </h3>
      {names.length > 0 ? (
        <ul className="sync__names">
          {names.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      ) : (
        <p className="caption">{sharedLabels.none}</p>
      )}
    </div>
  );
}

function SyncOutcome({ of }: { of: SyncCompanyResponse }) {
  return (
    <div className="stack stack--loose" role="status">
      <p className="secondary">
        {labels.synced(of.communities.length, of.hasMore, of.removed.length > 0)}
      </p>
      <div className="sync__outcome">
        <NameList title={labels.added} names={of.added} />
        <NameList title={labels.changed} names={of.changed} />
        <NameList title={labels.removed} names={of.removed} />
      </div>
    </div>
  );
}

type Props = {
  company: Company;
  /** Whether syncing is the next step, rather than connecting the software. */
  isPrimary: boolean;
};

/** Syncs the communities with the software. */
export function Sync({ company, isPrimary }: Props) {
  const refresh = useRefresh();
  const sync = useMutation(IntegrationService.method.syncCompany, { onSuccess: refresh });
  const codes = hasCodes(company.software);
  return (
    <section className="panel" aria-label={labels.sync}>
      <div className="panel__head">
        <h2 className="panel-title">
          {isNamed(company.software) ? softwareLabel(company.software) : labels.associationSoftware}
        </h2>
        {codes ? (
          <Button
            {...(isPrimary ? { variant: "primary" } : {})}
            icon="retry"
            pending={sync.isPending}
            onPress={() => sync.mutate({ id: company.id })}
          >
            {labels.syncNow}
          </Button>
        ) : null}
      </div>
      <div className="panel__body stack stack--loose">
        <p className="secondary">{codes ? labels.syncHint : labels.syncUnsupported}</p>
        <FormProblem problem={sync.error ? toProblem(sync.error) : undefined} />
        {sync.data && !isResultLost(sync.data) ? <SyncOutcome of={sync.data} /> : null}
      </div>
    </section>
  );
}
