// How the company presents itself to residents and staff.

import { ContractForm, FormSubmit, FormText, useContractForm, useEntry } from "../../../forms";
import type { Company } from "../../../gen/parlor/v1/company_pb";
import { CompanyService } from "../../../gen/parlor/v1/company_service_pb";
import { useCurrent } from "../../../rpc/current";
import { Button, toast } from "../../../ui";
import { useReadAgain } from "../use-read-again";
import { type Span, troubleOf } from "./hours";
import { HoursField } from "./hours-field";
import { type Pair, VerbiageField } from "./verbiage-field";

function startOf({ id, label, customizations }: Company) {
  return {
    id,
    label,
    customizations: {
      header: customizations?.header ?? "",
      signature: customizations?.signature ?? "",
      businessHours: (customizations?.businessHours ?? []).map(
        ({ day, opens, closes }): Span => ({ day, opens, closes }),
      ),
      defaultVerbiage: (customizations?.defaultVerbiage ?? []).map(
        ({ originalText, newText }): Pair => ({ originalText, newText }),
      ),
    },
  };
}

function usePresentation(company: Company) {
  const readAgain = useReadAgain();
  const { user } = useCurrent();
  return useContractForm(CompanyService.method.customizeCompany, {
    start: startOf(company),
    draft: `presentation.${user.id}.${company.id}`,
    onDone: async () => {
      toast.success("Saved. Residents see it from the next message on.");
      await readAgain();
    },
  });
}

type Form = ReturnType<typeof usePresentation>;

function Hours({ of }: { of: Form }) {
  const { field, error } = useEntry({
    of,
    name: "customizations.businessHours",
    label: "Office hours",
  });
  const hours = (field.value ?? []) as Span[];
  return <HoursField hours={hours} onChange={field.onChange} error={troubleOf(hours) ?? error} />;
}

function Verbiage({ of }: { of: Form }) {
  const { field, error } = useEntry({
    of,
    name: "customizations.defaultVerbiage",
    label: "Default verbiage",
  });
  return (
    <VerbiageField pairs={(field.value ?? []) as Pair[]} onChange={field.onChange} error={error} />
  );
}

export function Presentation({ company }: { company: Company }) {
  const form = usePresentation(company);
  return (
    <section className="panel" aria-label="Presentation">
      <div className="panel__head">
        <h2 className="panel-title">How it presents itself</h2>
        {form.unsaved ? (
          <span className="caption">Not saved yet; kept on this computer</span>
        ) : null}
      </div>
      <div className="panel__body">
        <ContractForm of={form} label="Presentation">
          <FormText
            of={form}
            name="label"
            label="Label"
            description="What your staff see as the product's name; empty is Parlor."
          />
          <FormText
            of={form}
            name="customizations.header"
            label="Header"
            description="The first line of mails to homeowners."
          />
          <FormText
            of={form}
            name="customizations.signature"
            label="Signature"
            description="The last line of notices to homeowners. Empty signs with the first name of whoever answers and the company's name."
          />
          <Hours of={form} />
          <Verbiage of={form} />
        </ContractForm>
      </div>
      <div className="panel__foot">
        <span className="row__grow" />
        {form.unsaved ? <Button onPress={form.clear}>Undo changes</Button> : null}
        <FormSubmit of={form}>Save presentation</FormSubmit>
      </div>
    </section>
  );
}
