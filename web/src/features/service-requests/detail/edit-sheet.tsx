import { useState } from "react";
import {
  entryLabels,
  fieldLabels,
  kindLabels,
  priorityLabels,
} from "../../../entities/service-request/labels";
import { useRefreshServiceRequests } from "../../../entities/service-request/queries";
import {
  ContractForm,
  FormActions,
  FormArea,
  FormDateTime,
  FormPhone,
  FormSelect,
  FormSwitch,
  FormText,
  useContractForm,
} from "../../../forms";
import type { ServiceRequest } from "../../../gen/parlor/v1/service_request_pb";
import { ServiceRequestService } from "../../../gen/parlor/v1/service_request_service_pb";
import { TextField, toast } from "../../../ui";
import { Sheet } from "../../../ui/table";
import { VendorField } from "../vendor-field";
import { editLabels } from "./edit-labels";
import { railLabels } from "./labels";

type Props = { request: ServiceRequest; onClose: () => void };

const toOptions = (names: Record<number, string>) =>
  Object.entries(names)
    .filter(([value]) => Number(value) > 0)
    .map(([value, label]) => ({ value, label }));

const kinds = toOptions(kindLabels);
const priorities = toOptions(priorityLabels);
const entries = toOptions(entryLabels);

/** Parses dollars to cents; 0 for an empty text, NaN for an invalid amount. */
export function parseDollars(text: string): number {
  const plain = text.trim().replace(/^\$/, "").replaceAll(",", "");
  if (plain === "") return 0;
  return /^\d{1,7}(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : Number.NaN;
}

function useEditForm({ request, onClose }: Props, estimate: string) {
  const refresh = useRefreshServiceRequests();
  const { id, version, title, description, kind, priority, unit, location, pets, vendor } = request;
  const { contactName, contactPhone, contactEmail, entryPermission, notifyResident, dueAt } =
    request;
  return useContractForm(ServiceRequestService.method.updateServiceRequest, {
    start: {
      ...{ id, version, title, description, kind, priority, unit, location, pets, vendor },
      ...{ contactName, contactPhone, contactEmail, entryPermission, notifyResident },
      ...(dueAt ? { dueAt } : {}),
    },
    toRequest: ({ dueAt: due, ...values }) => ({
      ...values,
      estimateCents: parseDollars(estimate),
      // An unchanged due date is left out, so that a new priority sets its own.
      ...(due && due !== dueAt ? { dueAt: due } : {}),
    }),
    onDone: async () => {
      await refresh();
      toast.success(editLabels.saved);
      onClose();
    },
  });
}

type EditForm = ReturnType<typeof useEditForm>;

function ContactFields({ form }: { form: EditForm }) {
  return (
    <>
      <FormText of={form} name="unit" label={editLabels.unit} maxLength={60} />
      <FormText of={form} name="location" label={editLabels.location} maxLength={120} />
      <FormText of={form} name="contactName" label={fieldLabels.contactName} maxLength={120} />
      <FormPhone of={form} name="contactPhone" label={fieldLabels.contactPhone} />
      <FormText of={form} name="contactEmail" label={fieldLabels.contactEmail} type="email" />
      <FormSelect
        of={form}
        name="entryPermission"
        label={fieldLabels.entry}
        options={entries}
        numeric
        empty={railLabels.notSet}
      />
      <FormText of={form} name="pets" label={editLabels.pets} maxLength={120} />
      <FormSwitch of={form} name="notifyResident" label={editLabels.notify} />
    </>
  );
}

type WorkProps = { form: EditForm; estimate: string; onEstimate: (text: string) => void };

function WorkFields({ form, estimate, onEstimate }: WorkProps) {
  const isWrong = Number.isNaN(parseDollars(estimate));
  return (
    <>
      <FormText of={form} name="title" label={editLabels.name} maxLength={120} />
      <FormArea of={form} name="description" label={editLabels.description} rows={4} />
      <FormSelect of={form} name="kind" label={editLabels.kind} options={kinds} numeric />
      <FormSelect
        of={form}
        name="priority"
        label={editLabels.priority}
        description={editLabels.priorityHint}
        options={priorities}
        numeric
      />
      <FormDateTime of={form} name="dueAt" label={railLabels.due} />
      <VendorField of={form} name="vendor" label={editLabels.vendor} />
      <TextField
        label={editLabels.estimate}
        description={editLabels.estimateHint}
        inputMode="decimal"
        value={estimate}
        onChange={onEstimate}
        error={isWrong ? editLabels.estimateWrong : undefined}
      />
    </>
  );
}

/** Edits everything about a request except its state and assignee. */
export default function EditSheet({ request, onClose }: Props) {
  const cents = request.estimateCents;
  const [estimate, setEstimate] = useState(cents ? (cents / 100).toFixed(2) : "");
  const form = useEditForm({ request, onClose }, estimate);
  return (
    <Sheet
      title={editLabels.title(request.number)}
      onClose={onClose}
      staysOpen
      foot={
        <FormActions
          onCancel={onClose}
          of={form}
          reason={Number.isNaN(parseDollars(estimate)) ? editLabels.estimateWrong : undefined}
        >
          {editLabels.save}
        </FormActions>
      }
    >
      <ContractForm of={form} label={editLabels.form}>
        <WorkFields form={form} estimate={estimate} onEstimate={setEstimate} />
        <ContactFields form={form} />
      </ContractForm>
    </Sheet>
  );
}
