import { useState } from "react";
import { FormArea, FormDialog, FormRadios, FormText, useContractForm } from "../../forms";
import {
  type Consent,
  ConsentService,
  ConsentSource,
  ConsentState,
} from "../../gen/parlor/v1/consent_service_pb";
import { formatPhone } from "../../lib/names";
import { toast } from "../../ui";
import { formLabels, labels } from "./labels";
import { useRefreshConsent } from "./queries";
import { recordableStates } from "./rules";

const stateOptions = [
  { value: String(ConsentState.OPTED_IN), label: formLabels.yes },
  { value: String(ConsentState.OPTED_OUT), label: formLabels.no, text: formLabels.noHint },
];

const sourceOptions = [
  { value: String(ConsentSource.AGENT), label: formLabels.inPerson },
  { value: String(ConsentSource.EMAIL), label: formLabels.email },
  { value: String(ConsentSource.PHONE), label: formLabels.phone },
];

type Props = { consent: Consent; onClose: () => void };

/** Records what a resident told staff outside of texts. */
export function RecordConsentDialog({ consent, onClose }: Props) {
  const refresh = useRefreshConsent();
  const { phone } = consent;
  // The form keeps its options when the consent changes while it is open.
  const [states] = useState(() => recordableStates(consent));
  const form = useContractForm(ConsentService.method.recordConsent, {
    start: {
      phone,
      state: states.length === 1 ? states[0] : ConsentState.UNSPECIFIED,
      source: ConsentSource.UNSPECIFIED,
      evidence: "",
      givenOn: "",
    },
    onDone: async () => {
      await refresh();
      toast.success(formLabels.saved);
      onClose();
    },
  });
  const isOptIn = form.hook.watch("state") === ConsentState.OPTED_IN;
  return (
    <FormDialog of={form} title={labels.record} submit={formLabels.save} onClose={onClose}>
      <p className="secondary">{formLabels.about(formatPhone(phone))}</p>
      <FormRadios
        of={form}
        name="state"
        numeric
        label={formLabels.state}
        options={stateOptions.filter(({ value }) =>
          states.some((state) => String(state) === value),
        )}
      />
      <FormRadios
        of={form}
        name="source"
        numeric
        label={formLabels.source}
        options={sourceOptions}
      />
      <FormArea
        of={form}
        name="evidence"
        label={formLabels.evidence}
        rows={2}
        {...(isOptIn ? { aside: null, description: formLabels.evidenceHint } : {})}
      />
      <FormText
        of={form}
        name="givenOn"
        type="date"
        label={formLabels.givenOn}
        description={formLabels.givenOnHint}
      />
    </FormDialog>
  );
}
