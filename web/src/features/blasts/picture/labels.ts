// What is said about the picture of a blast.

import type { BlastPicture } from "../../../gen/parlor/v1/blast_pb";

export const pictureLabels = {
  title: "Picture",
  add: "Add picture",
  adding: "Adding the picture…",
  replace: "Replace",
  remove: "Remove",
  hint: "One PNG, JPEG or WebP file of up to 8 MB. Texts with a picture are sent as MMS.",
  alt: "The picture of this blast",
  view: "View the picture",
  wrongType: "Choose a PNG, JPEG or WebP file.",
  tooLarge: "This picture is larger than 8 MB. Choose a smaller one.",
  unsaved: "Save the draft first: the picture could not be added.",
  notCopied: "The picture isn't copied. Add it again.",
  refusedTitle: "The picture can't be sent.",
  refusedText: "The carrier can't fetch it from this server. Ask an administrator, or remove it.",
  refusedShort: "Remove the picture first.",
  messages: "Picture messages",
  messagesNote: "one MMS for each person",
  noPrice: "Unknown",
  noPriceNote: "your company has no rate for MMS",
};

/** "1,200 × 300 pixels, 48 kB". */
export function pictureSize({ width, height, sizeBytes }: BlastPicture): string {
  const [wide, high] = [width.toLocaleString("en"), height.toLocaleString("en")];
  const kilobytes = Math.max(1, Math.round(sizeBytes / 1_000)).toLocaleString("en");
  return `${wide} × ${high} pixels, ${kilobytes} kB`;
}
