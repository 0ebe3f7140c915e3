import { useState } from "react";
import { ContractForm, FormText, useContractForm } from "../../../forms";
import type { Company } from "../../../gen/parlor/v1/company_pb";
import {
  ClientCredentialStatus,
  IntegrationService,
} from "../../../gen/parlor/v1/integration_service_pb";
import { Button, Icon } from "../../../ui";
import { useRefresh } from "../use-refresh";
import { labels } from "./labels";

/** Stores the company's client credential in the secret store. */
export function Credential({ company }: { company: Company }) {
  const refresh = useRefresh();
  const [status, setStatus] = useState<ClientCredentialStatus>();
  const form = useContractForm(IntegrationService.method.storeClientCredential, {
    start: { id: company.id, jwt: "" },
    onDone: async ({ status: done }, self) => {
      setStatus(done);
      self.clear();
      await refresh();
    },
  });
  return (
    <section className="panel" aria-label={labels.clientCredential}>
      <div className="panel__head">
        <h2 className="panel-title">{labels.clientCredential}</h2>
      </div>
      <div className="panel__body">
        <ContractForm of={form} label={labels.clientCredential}>
          <p className="small secondary">
            {company.credentialName
              ? labels.storedAs(company.credentialName)
              : labels.noneStoredYet}
          </p>
          <FormText
            of={form}
            name="jwt"
            label={labels.credential}
            type="password"
            autoComplete="off"
            description={labels.credentialHint}
          />
          {status ? (
            <p className="notice notice--success" role="status">
              <Icon name="ok" />
              <span>
                {status === ClientCredentialStatus.REPLACED
                  ? labels.credentialReplaced
                  : labels.credentialStored}
              </span>
            </p>
          ) : null}
        </ContractForm>
      </div>
      <div className="panel__foot">
        <span className="row__grow" />
        <Button type="submit" form={form.id} pending={form.pending}>
          {labels.storeCredential}
        </Button>
      </div>
    </section>
  );
}
