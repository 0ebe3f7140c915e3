import { useState } from "react";
import { ContractForm, FormText, useContractForm } from "../../../forms";
import type { Company } from "../../../gen/parlor/v1/company_pb";
import { IntegrationService } from "../../../gen/parlor/v1/integration_service_pb";
import { Button, Icon } from "../../../ui";
import { useReadAgain } from "../use-read-again";

/** Puts the company's client credential into the secret store. */
export function Credential({ company }: { company: Company }) {
  const readAgain = useReadAgain();
  const [status, setStatus] = useState<string>();
  const form = useContractForm(IntegrationService.method.storeClientCredential, {
    start: { id: company.id, jwt: "" },
    onDone: async ({ status: done }, self) => {
      setStatus(done);
      self.clear();
      await readAgain();
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
              ? `One is kept as ${company.credentialName}; a new one takes its place.`
              : "None is named yet. The first one is kept under a name made of the company's id."}
          </p>
          <FormText
            of={form}
            name="jwt"
            label="Credential"
            type="password"
            autoComplete="off"
            description="A rollout token of this company. It is encrypted and never shown again."
          />
          {status ? (
            <p className="notice notice--success" role="status">
              <Icon name="ok" />
              <span>
                {status === "REPLACED" ? "The one before was replaced." : "It is stored."}
              </span>
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
