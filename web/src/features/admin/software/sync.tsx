import { getOption } from "@bufbuild/protobuf";
import { useMutation } from "@connectrpc/connect-query";
import { FormProblem } from "../../../forms";
import { association } from "../../../gen/parlor/options/v1/software_pb";
import type { Company } from "../../../gen/parlor/v1/company_pb";
import {
  IntegrationService,
  type SyncCompanyResponse,
} from "../../../gen/parlor/v1/integration_service_pb";
import { Software, SoftwareSchema } from "../../../gen/parlor/v1/software_pb";
import { toProblem } from "../../../rpc/problem";
import { Button } from "../../../ui";
import { useReadAgain } from "../use-read-again";
import { softwareWords } from "../words";

/** Whether a software knows communities by a code, which is what a sync goes by. */
function hasCodes(software: Software): boolean {
  const value = SoftwareSchema.value[software];
  return value !== undefined && getOption(value, association).field !== "";
}

function isNamed(software: Software): boolean {
  return software !== Software.NONE && software !== Software.UNSPECIFIED;
}

function Names({ title, names }: { title: string; names: readonly string[] }) {
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
        <p className="caption">None</p>
      )}
    </div>
  );
}

function Outcome({ of }: { of: SyncCompanyResponse }) {
  return (
    <div className="stack stack--loose" role="status">
      <p className="secondary">
        {of.more ? "More than " : ""}
        {of.communities.length} communities are in line with the software now.
        {of.removed.length > 0 ? " Those that were removed can be restored for 30 days." : ""}
      </p>
      <div className="sync__outcome">
        <Names title="Added" names={of.added} />
        <Names title="Changed" names={of.changed} />
        <Names title="Removed" names={of.removed} />
      </div>
    </div>
  );
}

/** Brings the communities in line with the software. */
export function Sync({ company }: { company: Company }) {
  const readAgain = useReadAgain();
  const sync = useMutation(IntegrationService.method.syncCompany, { onSuccess: readAgain });
  const codes = hasCodes(company.software);
  return (
    <section className="panel" aria-label="Sync">
      <div className="panel__head">
        <h2 className="panel-title">
          {isNamed(company.software) ? softwareWords(company.software) : "Association software"}
        </h2>
        {codes ? (
          <Button
            variant="primary"
            icon="retry"
            pending={sync.isPending}
            onPress={() => sync.mutate({ id: company.id })}
          >
            Sync now
          </Button>
        ) : null}
      </div>
      <div className="panel__body stack stack--loose">
        <p className="secondary">
          {codes
            ? "A sync brings your communities in line with it, by their code there: new ones are made, changed ones changed, and those that are gone there are removed."
            : "Your company has no software that knows communities by a code, so there is nothing to sync. Those who run the platform can set one."}
        </p>
        <FormProblem problem={sync.error ? toProblem(sync.error) : undefined} />
        {sync.data ? <Outcome of={sync.data} /> : null}
      </div>
    </section>
  );
}
