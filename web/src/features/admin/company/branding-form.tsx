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
import { emailRepliesText } from "../labels";
import { useRefresh } from "../use-refresh";
import { type HoursSpan, hoursError } from "./hours";
import { HoursField } from "./hours-field";
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
        toast.success("Branding saved. It applies to new messages.");
      else
        toast.undo({
          title: "Branding saved.",
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
    label: "Office hours",
  });
  const hours = (field.value ?? []) as HoursSpan[];
  return <HoursField hours={hours} onChange={field.onChange} error={hoursError(hours) ?? error} />;
}

function Verbiage({ of }: { of: Form }) {
  const { field, error } = useField({
    of,
    name: "customizations.defaultVerbiage",
    label: "Default word replacements",
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
    <section className="panel" aria-label="Branding">
      <div className="panel__head">
        <h2 className="panel-title">Branding</h2>
        {form.unsaved ? (
          <span className="caption">Not saved yet – draft kept on this computer</span>
        ) : null}
      </div>
      <div className="panel__body">
        <ContractForm of={form} label="Branding">
          <FormText
            of={form}
            name="label"
            label="Product name"
            description="The name your staff see. Leave blank for Parlor."
          />
          <FormText
            of={form}
            name="customizations.header"
            label="Header"
            description="First line of emails to homeowners."
          />
          <FormText
            of={form}
            name="customizations.signature"
            label="Signature"
            description="Last line of notices to homeowners. Leave blank to sign with the staff member's first name and the company name."
          />
          <Hours of={form} />
          <Verbiage of={form} />
          <FormNumber
            of={form}
            name="customizations.blastApprovalAbove"
            label="Text blast approval limit"
            description="Blasts to more recipients than this need a second person's approval. 0 means never."
          />
          <FormSwitch
            of={form}
            name="customizations.sendsEmailReplies"
            label="Send the bot's replies to emails"
            description="When off, the bot drafts the reply and your staff send it."
          />
        </ContractForm>
      </div>
      <div className="panel__foot">
        <span className="row__grow" />
        {form.unsaved ? <Button onPress={form.clear}>Discard changes</Button> : null}
        <FormSubmit of={form}>Save branding</FormSubmit>
      </div>
    </section>
  );
}
