// Copy of drafts that are shared with the company.

import { showDirectionMarks } from "../../lib/direction-marks";

type Shared = { isOwn: boolean; ownerName: string };

export const sharingLabels = {
  scope: "Show",
  mine: "Yours",
  shared: "Shared",
  sharedTitle: "Shared with your company",
  sharedBy: ({ isOwn, ownerName }: Shared) =>
    isOwn ? "Shared by you" : `Shared by ${showDirectionMarks(ownerName)}`,
  readOnly: (owner: string) =>
    `Only ${showDirectionMarks(owner)} can change this. Make a copy to work on it.`,
  more: "More actions",
  share: "Share with your company",
  stopSharing: "Stop sharing",
  makeCopy: "Make a copy",
  copied: "Copied to your drafts.",
  dialogTitle: "Share with your company?",
  readers: (community: string) =>
    community
      ? `Everyone in your company who has this assistant and can see ${community} can read this draft.`
      : "Everyone in your company who has this assistant can read this draft.",
  extent:
    "They can also see your inputs, documents and earlier versions, including any personal details. Only you can change the draft.",
  confirm: "Share",
  isShared: "Shared with your company.",
  isUnshared: "No longer shared.",
  community: "Community",
  documents: "Documents",
  inputs: "Inputs",
  gone: "This draft isn't available.",
  goneText: "It was deleted, or its owner stopped sharing it.",
  stopped: "Stopped",
  unfinished: "This draft isn't finished.",
  detailsText: "These aren't in the inputs or the facts. Check them before you use the text.",
} as const;
