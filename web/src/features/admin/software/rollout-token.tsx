import { useState } from "react";
import { ContractForm, FormSelect, FormText, useContractForm } from "../../../forms";
import type { Company } from "../../../gen/parlor/v1/company_pb";
import {
  IntegrationService,
  type RolloutTokenResponse,
} from "../../../gen/parlor/v1/integration_service_pb";
import { useCurrent } from "../../../rpc/current";
import { Button, SecretOnce } from "../../../ui";
import { momentWords } from "../words";

const spans = [
  { value: "900", label: "15 minutes" },
  { value: "3600", label: "1 hour" },
  { value: "28800", label: "8 hours" },
  { value: "86400", label: "1 day" },
];

/** Issues a signed token that speaks for the company. */
export function RolloutToken({ company }: { company: Company }) {
  const [issued, setIssued] = useState<RolloutTokenResponse>();
  const { user } = useCurrent();
  const form = useContractForm(IntegrationService.method.rolloutToken, {
    draft: `rollout-token.${user.id}.${company.id}`,
    start: { entityId: company.id, issuer: "", expirationInSeconds: 3600n },
    // The list of spans gives plain numbers.
    toRequest: (values) => ({
      ...values,
      expirationInSeconds: BigInt(values.expirationInSeconds ?? 0),
    }),
    onDone: setIssued,
  });
  return (
    <section className="panel" aria-label="Rollout token">
      <div className="panel__head">
        <h2 className="panel-title">Rollout token</h2>
      </div>
      <div className="panel__body">
        <ContractForm of={form} label="Rollout token">
          <p className="small secondary">
            It speaks for your company towards whoever trusts this server's keys. Issuing one is
            written in the audit trail.
          </p>
          <FormText
            of={form}
            name="issuer"
            label="Issuer"
            description="One of those that are configured on the server."
          />
          <FormSelect
            of={form}
            name="expirationInSeconds"
            label="Holds for"
            options={spans}
            numeric
          />
          {issued ? (
            <SecretOnce
              key={issued.token}
              label="Token"
              secret={issued.token}
              hint={`It holds until ${momentWords(issued.expiresAt)}.`}
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
