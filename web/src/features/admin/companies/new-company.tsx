import { ContractForm, FormSubmit, FormText, useContractForm } from "../../../forms";
import { CompanyService } from "../../../gen/parlor/v1/company_service_pb";
import { toast } from "../../../ui";
import { Sheet } from "../../../ui/table";
import { companyLabels } from "../company-labels";
import { useRefresh } from "../use-refresh";
import { labels } from "./labels";
import { SoftwareFields } from "./software-fields";

type Props = { onClose: () => void; onCreated: (id: string) => void };

/** Creates a company. Its features are set afterward in its own form. */
export function NewCompany({ onClose, onCreated }: Props) {
  const refresh = useRefresh();
  const form = useContractForm(CompanyService.method.createCompany, {
    start: { name: "", software: 0, softwareDocuments: 0, pricingModel: 0 },
    onDone: async ({ company }) => {
      await refresh();
      toast.success(labels.created(company?.name ?? labels.unnamedCompany));
      onCreated(company?.id ?? "");
    },
  });
  return (
    <Sheet
      title={labels.newCompany}
      onClose={onClose}
      staysOpen={form.unsaved}
      foot={<FormSubmit of={form}>{labels.createCompany}</FormSubmit>}
    >
      <ContractForm of={form} label={labels.newCompany}>
        <FormText of={form} name="name" label={companyLabels.legalName} autoFocus />
        <SoftwareFields of={form} />
      </ContractForm>
    </Sheet>
  );
}
