import { useState } from "react";
import { ContractForm, FormText, useContractForm } from "../../../forms";
import type { Company } from "../../../gen/parlor/v1/company_pb";
import { IntegrationService } from "../../../gen/parlor/v1/integration_service_pb";
import { Button, Icon } from "../../../ui";
import { useRefresh } from "../use-refresh";

/** Stores the company's client credential in the secret store. */
export function Credential({ company }: { company: Company }) {
  const refresh = useRefresh();
  const [status, setStatus] = useState<string>();
  const form = useContractForm(IntegrationService.method.storeClientCredential, {
    start: { id: company.id, jwt: "" },
    onDone: async ({ status: done }, self) => {
      setStatus(done);
      self.clear();
      await refresh();
    },
  });
  return (
    <section className="panel" aria-label="Client credential">
      <div className="panel__head">
        <h2 className="panel-title">Client credential</h2>
      </div>
      <div className="panel__body">
        <ContractForm of={form} label="Client credential">
          <p className="small secondary">
            {company.credentialName
              ? `Stored as ${company.credentialName}. A new one replaces it.`
              : "None stored yet. It will be named after the company's ID."}
          </p>
          <FormText
            of={form}
            name="jwt"
            label="Credential"
            type="password"
            autoComplete="off"
            description="This company's integration token. Encrypted, and never shown again."
          />
          {status ? (
            <p className="notice notice--success" role="status">
              <Icon name="ok" />
              <span>{status === "REPLACED" ? "Credential replaced." : "Credential stored."}</span>
            </p>
          ) : null}
        </ContractForm>
      </div>
      <div className="panel__foot">
        <span className="row__grow" />
        <Button type="submit" form={form.id} pending={form.pending}>
          Store credential
        </Button>
      </div>
    </section>
  );
}
