import { ContractForm, FormSelect, FormSubmit, FormText, useContractForm } from "../../../forms";
import { CompanyService } from "../../../gen/parlor/v1/company_service_pb";
import { toast } from "../../../ui";
import { Sheet } from "../../../ui/table";
import { useReadAgain } from "../use-read-again";
import { pricingOptions, softwareOptions } from "../words";

type Props = { onClose: () => void; onMade: (id: string) => void };

/** Makes a company; its features are switched on next, where it is opened. */
export function NewCompany({ onClose, onMade }: Props) {
  const readAgain = useReadAgain();
  const form = useContractForm(CompanyService.method.createCompany, {
    start: { name: "", software: 0, softwareDocuments: 0, pricingModel: 0 },
    onDone: async ({ company }) => {
      await readAgain();
      toast.success(`${company?.name ?? "The company"} is made. Now switch on what it has.`);
      onMade(company?.id ?? "");
    },
  });
  return (
    <Sheet
      title="New company"
      onClose={onClose}
      staysOpen={form.unsaved}
      foot={<FormSubmit of={form}>Make company</FormSubmit>}
    >
      <ContractForm of={form} label="New company">
        <FormText of={form} name="name" label="Legal name" autoFocus />
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
      </ContractForm>
    </Sheet>
  );
}
