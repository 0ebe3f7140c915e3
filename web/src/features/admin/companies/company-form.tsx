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
import { companyLabels, featureOptions, featureText } from "../company-labels";
import { sharedLabels } from "../labels";
import { useRefresh } from "../use-refresh";
import { FeatureChanges } from "./feature-changes";
import { changesText, openedScreens, toFeatures } from "./features";
import { labels } from "./labels";
import { TextBlastFields } from "./text-blast-fields";

const features = featureOptions.map(({ value, label, description }) => ({
  value: String(value),
  label,
  text: featureText(description, openedScreens(value)),
}));

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
      const title = sharedLabels.saved(after?.name ?? labels.unnamedCompany);
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
          {form.unsaved ? (
            <Button onPress={form.clear}>{sharedLabels.discardChanges}</Button>
          ) : null}
          <FormSubmit of={form}>{labels.saveCompany}</FormSubmit>
        </>
      }
    >
      <ContractForm of={form} label={company.name}>
        <FormText of={form} name="name" label={companyLabels.legalName} />
        <FormSwitch
          of={form}
          name="textlineWebhookV3Enabled"
          label={labels.textingV3}
          description={labels.textingV3Hint}
        />
        <FormCheckboxGroup
          of={form}
          name="dashboardOptions"
          label={companyLabels.features}
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
          label={companyLabels.credentialName}
          description={labels.credentialNameHint}
        />
        <FormText of={form} name="chatwootInboxId" label={companyLabels.chatwootInbox} />
        <TextBlastFields of={form} />
        <FormNumber
          of={form}
          name="monthlyTokenAllowance"
          label={labels.monthlyTokens}
          description={labels.monthlyTokensHint}
        />
      </ContractForm>
    </Sheet>
  );
}
