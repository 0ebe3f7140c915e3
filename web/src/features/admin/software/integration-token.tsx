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
import { labels, tokenLifetimes } from "./labels";

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
    <section className="panel" aria-label={labels.integrationToken}>
      <div className="panel__head">
        <h2 className="panel-title">{labels.integrationToken}</h2>
      </div>
      <div className="panel__body">
        <ContractForm of={form} label={labels.integrationToken}>
          <p className="small secondary">{labels.integrationTokenHint}</p>
          <FormText of={form} name="issuer" label={labels.issuer} description={labels.issuerHint} />
          <FormSelect
            of={form}
            name="expirationInSeconds"
            label={labels.validFor}
            options={tokenLifetimes}
            numeric
          />
          {issued ? (
            <OneTimeSecret
              key={issued.token}
              label={labels.token}
              secret={issued.token}
              hint={labels.validUntil(formatMoment(issued.expiresAt))}
            />
          ) : null}
        </ContractForm>
      </div>
      <div className="panel__foot">
        <span className="row__grow" />
        <Button type="submit" form={form.id} pending={form.pending}>
          {labels.issueToken}
        </Button>
      </div>
    </section>
  );
}
