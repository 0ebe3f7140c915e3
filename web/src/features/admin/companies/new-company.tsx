import { ContractForm, FormSubmit, FormText, useContractForm } from "../../../forms";
import { CompanyService } from "../../../gen/parlor/v1/company_service_pb";
import { toast } from "../../../ui";
import { Sheet } from "../../../ui/table";
import { useRefresh } from "../use-refresh";
import { SoftwareFields } from "./software-fields";

type Props = { onClose: () => void; onCreated: (id: string) => void };

/** Creates a company. Its features are set afterward in its own form. */
export function NewCompany({ onClose, onCreated }: Props) {
  const refresh = useRefresh();
  const form = useContractForm(CompanyService.method.createCompany, {
    start: { name: "", software: 0, softwareDocuments: 0, pricingModel: 0 },
    onDone: async ({ company }) => {
      await refresh();
      toast.success(`Created ${company?.name ?? "the company"}. Now turn on its features.`);
      onCreated(company?.id ?? "");
    },
  });
  return (
    <Sheet
      title="New company"
      onClose={onClose}
      staysOpen={form.unsaved}
      foot={<FormSubmit of={form}>Create company</FormSubmit>}
    >
      <ContractForm of={form} label="New company">
        <FormText of={form} name="name" label="Legal name" autoFocus />
        <SoftwareFields of={form} />
      </ContractForm>
    </Sheet>
  );
}
