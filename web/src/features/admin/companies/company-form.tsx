// A company as those who run the platform set it up.

import {
  ContractForm,
  FormChoices,
  FormSelect,
  FormSubmit,
  FormSwitch,
  FormText,
  useContractForm,
} from "../../../forms";
import type { Company } from "../../../gen/parlor/v1/company_pb";
import { CompanyService } from "../../../gen/parlor/v1/company_service_pb";
import { Button, toast } from "../../../ui";
import { Sheet } from "../../../ui/table";
import { useReadAgain } from "../use-read-again";
import { pricingOptions, softwareOptions } from "../words";
import { Difference } from "./difference";
import { type Features, opensOf, options } from "./features";

const features = options.map(({ value, label, does }) => {
  const opens = opensOf(value);
  return {
    value: String(value),
    label,
    text: opens.length > 0 ? `${does} Opens ${opens.join(", ")}.` : does,
  };
});

function startOf(company: Company) {
  return {
    id: company.id,
    name: company.name,
    textlineWebhookV3Enabled: company.textlineWebhookV3Enabled ?? false,
    dashboardOptions: company.dashboardOptions,
    software: company.software,
    softwareDocuments: company.softwareDocuments,
    credentialName: company.credentialName,
    pricingModel: company.pricingModel,
    chatwootInboxId: company.chatwootInboxId,
  };
}

function useCompanyForm(company: Company, onDone: () => void) {
  const readAgain = useReadAgain();
  return useContractForm(CompanyService.method.updateCompany, {
    start: startOf(company),
    // An empty list would stay as it was.
    toRequest: (values) => ({
      ...values,
      clearDashboardOptions: (values.dashboardOptions ?? []).length === 0,
    }),
    onDone: async ({ company: after }) => {
      toast.success(`${after?.name ?? "The company"} is saved.`);
      onDone();
      await readAgain();
    },
  });
}

type Props = { company: Company; onClose: () => void };

export function CompanyForm({ company, onClose }: Props) {
  const form = useCompanyForm(company, onClose);
  const [v3, on] = form.hook.watch(["textlineWebhookV3Enabled", "dashboardOptions"]);
  const before: Features = {
    v3: company.textlineWebhookV3Enabled ?? false,
    options: company.dashboardOptions,
  };
  return (
    <Sheet
      title={company.name}
      onClose={onClose}
      staysOpen={form.unsaved}
      foot={
        <>
          {form.unsaved ? <Button onPress={form.clear}>Undo changes</Button> : null}
          <FormSubmit of={form}>Save company</FormSubmit>
        </>
      }
    >
      <ContractForm of={form} label={company.name}>
        <FormText of={form} name="name" label="Legal name" />
        <FormSwitch
          of={form}
          name="textlineWebhookV3Enabled"
          label="Texting on v3"
          description="Turbo and Escalations take the place of the Knowledge Base."
        />
        <FormChoices
          of={form}
          name="dashboardOptions"
          label="Features"
          options={features}
          numeric
        />
        <Difference before={before} after={{ v3: Boolean(v3), options: on ?? [] }} />
        <FormSelect
          of={form}
          name="software"
          label="Association software"
          description="Where it keeps its communities."
          options={softwareOptions}
          empty="Never said"
          numeric
        />
        <FormSelect
          of={form}
          name="softwareDocuments"
          label="Software for documents"
          options={softwareOptions}
          empty="Never said"
          numeric
        />
        <FormSelect
          of={form}
          name="pricingModel"
          label="Pricing model"
          options={pricingOptions}
          empty="Not agreed on"
          numeric
        />
        <FormText
          of={form}
          name="credentialName"
          label="Credential name"
          description="Under it the credential of its software is kept. What is kept moves along; an empty name forgets it."
        />
        <FormText of={form} name="chatwootInboxId" label="Chatwoot inbox" />
      </ContractForm>
    </Sheet>
  );
}
