import { SoftwareFields } from "./software-fields";
// Form in which platform administrators set up a company.

import { useMutation } from "@connectrpc/connect-query";
import {
  ContractForm,
  FormCheckboxGroup,
  FormNumber,
  FormSubmit,
  FormSwitch,
  FormText,
  useContractForm,
} from "../../../forms";
import { toastError } from "../../../forms/toast-error";
import { toUpdateMask } from "../../../forms/update-mask";
import type { Company } from "../../../gen/parlor/v1/company_pb";
import {
  CompanyService,
  UpdateCompanyRequestSchema,
} from "../../../gen/parlor/v1/company_service_pb";
import { Button, toast } from "../../../ui";
import { Sheet } from "../../../ui/table";
import { useRefresh } from "../use-refresh";
import { FeatureChanges } from "./feature-changes";
import { changesText, openedScreens, options, toFeatures } from "./features";
import { labels } from "./labels";
import { TextBlastFields } from "./text-blast-fields";

const features = options.map(({ value, label, does }) => {
  const opens = openedScreens(value);
  return {
    value: String(value),
    label,
    text: opens.length > 0 ? labels.adds(does, opens.join(", ")) : does,
  };
});

function initialValues(company: Company) {
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
    blastDailyLimit: company.blastDailyLimit,
    segmentPriceMicros: company.segmentPriceMicros,
    picturePriceMicros: company.picturePriceMicros,
    blastSegmentsPerSecond: company.blastSegmentsPerSecond,
    brandDailySegments: company.brandDailySegments,
    monthlyTokenAllowance: company.monthlyTokenAllowance,
  };
}

/** Names every given value, so that an empty one is stored as well. */
function withMask<Values extends object>(values: Values) {
  return { ...values, updateMask: toUpdateMask(UpdateCompanyRequestSchema, Object.keys(values)) };
}

function useCompanyForm(company: Company, onDone: () => void) {
  const refresh = useRefresh();
  const { updateCompany } = CompanyService.method;
  const undo = useMutation(updateCompany, { onSuccess: refresh, onError: toastError });
  const start = initialValues(company);
  return useContractForm(updateCompany, {
    start,
    toRequest: withMask,
    onDone: async ({ company: after }) => {
      const title = `Saved ${after?.name ?? "the company"}.`;
      const text = after ? changesText(toFeatures(company), toFeatures(after)) : "";
      if (text) toast.undo({ title, text, onUndo: () => undo.mutate(withMask(start)) });
      else toast.success(title);
      onDone();
      await refresh();
    },
  });
}

type Props = { company: Company; onClose: () => void };

export function CompanyForm({ company, onClose }: Props) {
  const form = useCompanyForm(company, onClose);
  const [v3, on] = form.hook.watch(["textlineWebhookV3Enabled", "dashboardOptions"]);
  return (
    <Sheet
      title={company.name}
      onClose={onClose}
      staysOpen={form.unsaved}
      foot={
        <>
          {form.unsaved ? <Button onPress={form.clear}>{labels.discardChanges}</Button> : null}
          <FormSubmit of={form}>{labels.saveCompany}</FormSubmit>
        </>
      }
    >
      <ContractForm of={form} label={company.name}>
        <FormText of={form} name="name" label={labels.legalName} />
        <FormSwitch
          of={form}
          name="textlineWebhookV3Enabled"
          label={labels.textingV3}
          description={labels.replacesKnowledgeBaseTurboEscalations}
        />
        <FormCheckboxGroup
          of={form}
          name="dashboardOptions"
          label={labels.features}
          options={features}
          numeric
        />
        <FeatureChanges
          before={toFeatures(company)}
          after={{ v3: Boolean(v3), options: on ?? [] }}
        />
        <SoftwareFields of={form} />
        <FormText
          of={form}
          name="credentialName"
          label={labels.credentialName}
          description={labels.nameStoredSoftwareCredential}
        />
        <FormText of={form} name="chatwootInboxId" label={labels.chatwootInbox} />
        <TextBlastFields of={form} />
        <FormNumber
          of={form}
          name="monthlyTokenAllowance"
          label={labels.languageModelTokensPerMonth}
          description={labels.forDrafts}
        />
      </ContractForm>
    </Sheet>
  );
}
