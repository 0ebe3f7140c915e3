// Labels for the picture of a blast.

import { fileLabels } from "../../../forms/file-labels";
import type { BlastPicture } from "../../../gen/parlor/v1/blast_pb";
import { formatNumber, formatSize } from "../../../lib/format-number";

export const pictureLabels = {
  title: "Picture",
  add: "Add picture",
  adding: "Adding the picture…",
  replace: "Replace",
  remove: "Remove",
  hint: "One PNG, JPEG or WebP file of up to 6 MB. Texts with a picture are sent as MMS.",
  alt: "The picture of this blast",
  view: "View the picture",
  wrongType: fileLabels.pictureWrongType,
  tooLarge: "This picture is larger than 6 MB. Choose a smaller one.",
  unreadable: "This file couldn't be read. Try again.",
  unsaved: "Your draft couldn't be saved, so the picture wasn't changed. Try again.",
  refusedTitle: "The picture can't be sent.",
  refusedText:
    "Carriers can't download it from this server. Remove the picture, or contact your administrator.",
  refusedShort: "Remove the picture first.",
  messages: "Picture messages",
  messagesNote: "one MMS for each person",
  noPrice: "Unknown",
  noPriceNote: "no picture message rate is set for your company",
};

/** "1,200 × 300 pixels, 48 KB". */
export function pictureSize({ width, height, sizeBytes }: BlastPicture): string {
  return `${formatNumber(width)} × ${formatNumber(height)} pixels, ${formatSize(sizeBytes)}`;
}
