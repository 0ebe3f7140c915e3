import { useState } from "react";
import { useSession } from "../../../entities/session/session";
import { ContractForm, FormSelect, FormText, useContractForm } from "../../../forms";
import type { Company } from "../../../gen/parlor/v1/company_pb";
import {
  IntegrationService,
  type IssueIntegrationTokenResponse,
} from "../../../gen/parlor/v1/integration_service_pb";
import { draftKey } from "../../../lib/drafts";
import { Button, OneTimeSecret } from "../../../ui";
import { formatMoment } from "../labels";

const lifetimeOptions = [
  { value: "900", label: "15 minutes" },
  { value: "3600", label: "1 hour" },
  { value: "28800", label: "8 hours" },
  { value: "86400", label: "1 day" },
];

/** Issues a signed token that represents the company. */
export function IssueIntegrationToken({ company }: { company: Company }) {
  const [issued, setIssued] = useState<IssueIntegrationTokenResponse>();
  const { user } = useSession();
  const form = useContractForm(IntegrationService.method.issueIntegrationToken, {
    draft: draftKey("integration-token", user.id, company.id),
    start: { entityId: company.id, issuer: "", expirationInSeconds: 3600n },
    // The select field returns numbers; the request needs a bigint.
    toRequest: (values) => ({
      ...values,
      expirationInSeconds: BigInt(values.expirationInSeconds ?? 0),
    }),
    onDone: setIssued,
  });
  return (
    <section className="panel" aria-label="Integration token">
      <div className="panel__head">
        <h2 className="panel-title">Integration token</h2>
      </div>
      <div className="panel__body">
        <ContractForm of={form} label="Integration token">
          <p className="small secondary">
            Represents your company to systems that trust this server. Each token is recorded in the
            audit trail.
          </p>
          <FormText
            of={form}
            name="issuer"
            label="Issuer"
            description="An issuer configured on the server."
          />
          <FormSelect
            of={form}
            name="expirationInSeconds"
            label="Valid for"
            options={lifetimeOptions}
            numeric
          />
          {issued ? (
            <OneTimeSecret
              key={issued.token}
              label="Token"
              secret={issued.token}
              hint={`Valid until ${formatMoment(issued.expiresAt)}.`}
            />
          ) : null}
        </ContractForm>
      </div>
      <div className="panel__foot">
        <span className="row__grow" />
        <Button type="submit" form={form.id} pending={form.pending}>
          Issue token
        </Button>
      </div>
    </section>
  );
}
