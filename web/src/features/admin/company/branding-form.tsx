// Branding of the company for residents and staff.

import { useMutation } from "@connectrpc/connect-query";
import { useCommunities } from "../../../entities/community/use-communities";
import { useSession } from "../../../entities/session/session";
import {
  ContractForm,
  FormNumber,
  FormSubmit,
  FormSwitch,
  FormText,
  useContractForm,
  useField,
} from "../../../forms";
import { toastError } from "../../../forms/toast-error";
import type { Company } from "../../../gen/parlor/v1/company_pb";
import { CompanyService } from "../../../gen/parlor/v1/company_service_pb";
import { draftKey } from "../../../lib/drafts";
import { Button, toast } from "../../../ui";
import { sharedLabels } from "../labels";
import { useRefresh } from "../use-refresh";
import { type HoursSpan, hoursError } from "./hours";
import { HoursField } from "./hours-field";
import { emailRepliesText, labels } from "./labels";
import { type ReplacementPair, ReplacementsField } from "./replacements-field";

function initialValues({ id, label, customizations }: Company) {
  return {
    id,
    label,
    customizations: {
      header: customizations?.header ?? "",
      signature: customizations?.signature ?? "",
      businessHours: (customizations?.businessHours ?? []).map(
        ({ day, opens, closes }): HoursSpan => ({ day, opens, closes }),
      ),
      defaultVerbiage: (customizations?.defaultVerbiage ?? []).map(
        ({ originalText, newText }): ReplacementPair => ({ originalText, newText }),
      ),
      blastApprovalAbove: customizations?.blastApprovalAbove ?? 0,
      sendsEmailReplies: customizations?.sendsEmailReplies ?? false,
    },
  };
}

function useBrandingForm(company: Company) {
  const refresh = useRefresh();
  const { user } = useSession();
  const communityCount = useCommunities().data?.length;
  const { customizeCompany } = CompanyService.method;
  const undo = useMutation(customizeCompany, { onSuccess: refresh, onError: toastError });
  const start = initialValues(company);
  return useContractForm(customizeCompany, {
    start,
    draft: draftKey("presentation", user.id, company.id),
    onDone: async ({ company: after }) => {
      const sends = after?.customizations?.sendsEmailReplies ?? false;
      if (sends === start.customizations.sendsEmailReplies)
        toast.success(labels.brandingSavedForNewMessages);
      else
        toast.undo({
          title: labels.brandingSaved,
          text: emailRepliesText(sends, communityCount),
          onUndo: () => undo.mutate(start),
        });
      await refresh();
    },
  });
}

type Form = ReturnType<typeof useBrandingForm>;

function Hours({ of }: { of: Form }) {
  const { field, error } = useField({
    of,
    name: "customizations.businessHours",
    label: labels.officeHours,
  });
  const hours = (field.value ?? []) as HoursSpan[];
  return <HoursField hours={hours} onChange={field.onChange} error={hoursError(hours) ?? error} />;
}

function Verbiage({ of }: { of: Form }) {
  const { field, error } = useField({
    of,
    name: "customizations.defaultVerbiage",
    label: labels.wordReplacements,
  });
  return (
    <ReplacementsField
      pairs={(field.value ?? []) as ReplacementPair[]}
      onChange={field.onChange}
      error={error}
    />
  );
}

export function BrandingForm({ company }: { company: Company }) {
  const form = useBrandingForm(company);
  return (
    <section className="panel" aria-label={labels.branding}>
      <div className="panel__head">
        <h2 className="panel-title">{labels.branding}</h2>
        {form.unsaved ? <span className="caption">{labels.draftKept}</span> : null}
      </div>
      <div className="panel__body">
        <ContractForm of={form} label={labels.branding}>
          <FormText
            of={form}
            name="label"
            label={labels.productName}
            description={labels.productNameHint}
          />
          <FormText
            of={form}
            name="customizations.header"
            label={labels.header}
            description={labels.headerHint}
          />
          <FormText
            of={form}
            name="customizations.signature"
            label={labels.signature}
            description={labels.signatureHint}
          />
          <Hours of={form} />
          <Verbiage of={form} />
          <FormNumber
            of={form}
            name="customizations.blastApprovalAbove"
            label={labels.blastApprovalLimit}
            description={labels.blastApprovalLimitHint}
          />
          <FormSwitch
            of={form}
            name="customizations.sendsEmailReplies"
            label={labels.emailReplies}
            description={labels.emailRepliesHint}
          />
        </ContractForm>
      </div>
      <div className="panel__foot">
        <span className="row__grow" />
        {form.unsaved ? <Button onPress={form.clear}>{sharedLabels.discardChanges}</Button> : null}
        <FormSubmit of={form}>{labels.saveBranding}</FormSubmit>
      </div>
    </section>
  );
}
