import { type ReactNode, Suspense } from "react";
import { useWatch } from "react-hook-form";
import { choiceLabels } from "../../../entities/community/choice-labels";
import { entryLabels, fieldLabels, kindLabels } from "../../../entities/service-request/labels";
import { useServiceRequestAssignees } from "../../../entities/service-request/queries";
import { FormArea, FormSelect, FormText } from "../../../forms";
import type { TextCommunity } from "../../../gen/parlor/v1/community_pb";
import type { HomeownerAccount } from "../../../gen/parlor/v1/homeowner_service_pb";
import { EntryPermission, ServiceRequestKind } from "../../../gen/parlor/v1/service_request_pb";
import { lazyWithReload } from "../../../lib/lazy";
import { VendorField } from "../vendor-field";
import { Contacts } from "./contacts";
import { labels } from "./labels";
import { PhotoPicker } from "./photo-picker";
import type { CreateForm } from "./use-create-form";

/** Loaded in parallel with the form, because its combo box is large. */
const UnitLookup = lazyWithReload(() => import("./unit-lookup"));

/** Loaded once there is a unit and a title to compare. */
const Duplicates = lazyWithReload(() => import("./duplicates"));

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="create__part" aria-label={title}>
      <h2 className="create__title">{title}</h2>
      {children}
    </section>
  );
}

type WhoProps = { form: CreateForm; communities: readonly TextCommunity[] };

export function WhoAndWhere({ form, communities }: WhoProps) {
  const [communityId = "", unit = ""] = useWatch({
    control: form.hook.control,
    name: ["communityId", "unit"],
  }) as string[];
  const pick = (account: HomeownerAccount) => {
    const [contactPhone = ""] = account.phones;
    const { unit, name: contactName, email: contactEmail, doNotText } = account;
    const notifyResident = contactPhone !== "" && !doNotText;
    const picked = { unit, contactName, contactPhone, contactEmail, notifyResident };
    for (const [name, value] of Object.entries(picked)) {
      form.hook.setValue(name, value, { shouldDirty: true });
    }
  };
  const options = communities.map(({ id, label }) => ({ value: id, label }));
  return (
    <Part title={labels.residentTitle}>
      <div className="create__grid create__grid--3">
        <FormSelect
          of={form}
          name="communityId"
          label={labels.community}
          options={options}
          empty={choiceLabels.choose}
        />
        <Suspense fallback={<span className="field" />}>
          <UnitLookup form={form} communityId={communityId} onPick={pick} />
        </Suspense>
        <FormText
          of={form}
          name="location"
          label={labels.location}
          placeholder={labels.locationHint}
          maxLength={120}
        />
      </div>
      <Contacts form={form} communityId={communityId} unit={unit.trim()} onPick={pick} />
    </Part>
  );
}

const kinds = Object.entries(kindLabels)
  .filter(([kind]) => Number(kind) !== ServiceRequestKind.UNSPECIFIED)
  .map(([value, label]) => ({ value, label }));
const entries = Object.entries(entryLabels)
  .filter(([entry]) => Number(entry) !== EntryPermission.UNSPECIFIED)
  .map(([value, label]) => ({ value, label }));

type WhatProps = {
  form: CreateForm;
  photos: readonly File[];
  onPhotos: (photos: readonly File[]) => void;
};

export function WhatIsNeeded({ form, photos, onPhotos }: WhatProps) {
  const written = useWatch({
    control: form.hook.control,
    name: ["communityId", "unit", "title", "description"],
  }) as string[];
  const [communityId = "", unit = "", title = "", words = ""] = written;
  return (
    <Part title={labels.needTitle}>
      <FormText of={form} name="title" label={labels.requestTitle} maxLength={120} />
      {unit.trim() && title.trim() ? (
        <Suspense>
          <Duplicates {...{ communityId, unit, title, words }} onAdd={form.clear} />
        </Suspense>
      ) : null}
      <FormArea of={form} name="description" label={labels.description} rows={3} maxLength={4000} />
      <div className="create__grid create__grid--3">
        <FormSelect of={form} name="kind" label={labels.kind} options={kinds} numeric />
        <FormSelect
          of={form}
          name="entryPermission"
          label={fieldLabels.entry}
          options={entries}
          numeric
          empty={entryLabels[EntryPermission.UNSPECIFIED]}
        />
        <FormText of={form} name="pets" label={labels.pets} maxLength={120} />
      </div>
      <PhotoPicker photos={photos} onChange={onPhotos} />
    </Part>
  );
}

export function WhoDoesIt({ form }: { form: CreateForm }) {
  const assignees = useServiceRequestAssignees().data ?? [];
  return (
    <Part title={labels.workTitle}>
      <div className="create__grid create__grid--2">
        <FormSelect
          of={form}
          name="assigneeId"
          label={labels.assignee}
          options={assignees.map(({ id, name }) => ({ value: id, label: name }))}
          empty={labels.unassigned}
        />
        <VendorField of={form} name="vendor" label={labels.vendor} />
      </div>
    </Part>
  );
}
