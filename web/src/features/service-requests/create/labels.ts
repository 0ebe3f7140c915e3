// Labels of the form for a new service request.

import { kindLabel } from "../../../entities/homeowner/kind";
import type { HomeownerAccount } from "../../../gen/parlor/v1/homeowner_service_pb";
import { formatPhone } from "../../../lib/names";

export const labels = {
  title: "New service request",
  draftSaved: "Draft saved on this computer",
  photosNotSaved: "Draft saved on this computer, without its photos",
  form: "New service request",
  residentTitle: "Who and where",
  needTitle: "What is needed",
  urgencyTitle: "How urgent",
  workTitle: "Who does it",
  community: "Community",
  unit: "Unit, name or phone",
  unitHint: "Leave blank for a common area.",
  communityFirst: "Choose a community first.",
  searching: "Searching…",
  noAccounts: "No homeowner account matches. What you typed is used as the unit.",
  location: "Location",
  locationHint: "Such as boiler room",
  contact: "Contact",
  requestTitle: "Briefly describe what's needed",
  description: "In the resident's words",
  kind: "Type",
  pets: "Pets",
  assignee: "Assignee",
  unassigned: "Unassigned",
  vendor: "Vendor",
  priority: "Priority",
  photos: "Add photos",
  photosHint: "PNG, JPEG or WebP, up to 6 MB each. Location data is removed.",
  removePhoto: (name: string) => `Remove ${name}`,
  tooManyPhotos: "A request can have up to 20 photos.",
  tooLarge: (name: string) => `${name} is larger than 6 MB. Choose a smaller one.`,
  notAPhoto: (name: string) => `${name} isn't a PNG, JPEG or WebP file.`,
  photoFailed: (count: number) =>
    count === 1 ? "1 photo couldn't be added." : `${count} photos couldn't be added.`,
  photoFailedText: "Try adding photos again on this page.",
  cancel: "Cancel",
  saveDraft: "Save as draft",
  create: "Create request",
  created: (number: string) => `${number} created.`,
  draftCreated: (number: string) => `${number} saved as a draft.`,
  from: {
    escalation:
      "Filled in from an escalation, with the photos texted since. Check it before you create the request.",
    conversation:
      "Filled in from a conversation, with the photos texted in the last 24 hours. Check it before you create the request.",
    draft: "Filled in from your draft. Check it before you create the request.",
  },
  originFailed: "Couldn't load the conversation. Fill in the request yourself.",
  account: (number: string) => `Account ${number}`,
};

export const duplicateLabels = {
  title: (unit: string) => `${unit} already has an open request like this`,
  add: (number: string) => `Add to ${number}`,
  added: (number: string) => `Added to ${number} as an internal comment.`,
};

/** "Owner · (503) 555-0148 · texts off". */
export function contactDetails({ kind, phones, email, doNotText }: HomeownerAccount): string {
  const [phone] = phones;
  return [
    kindLabel(kind),
    phone ? formatPhone(phone) : email,
    phone && doNotText ? "texts off" : "",
  ]
    .filter(Boolean)
    .join(" · ");
}
