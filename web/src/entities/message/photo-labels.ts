// Copy of photos in texts.

import { MessagePhotoFailure } from "../../gen/parlor/v1/conversation_pb";

const failures: Record<MessagePhotoFailure, string> = {
  [MessagePhotoFailure.UNSPECIFIED]: "This file could not be stored.",
  [MessagePhotoFailure.NOT_AN_IMAGE]: "This file is not a photo that can be shown.",
  [MessagePhotoFailure.TOO_LARGE]: "This file is larger than 8 MB.",
  [MessagePhotoFailure.NOT_FOUND]: "The carrier no longer has this file.",
  [MessagePhotoFailure.FOREIGN_ADDRESS]:
    "This file was not fetched: its address is not the carrier's.",
  [MessagePhotoFailure.REFUSED]: "The carrier refused the account. Check the Twilio settings.",
  [MessagePhotoFailure.UNAVAILABLE]: "The carrier could not be reached.",
};

export const photoLabels = {
  photos: (count: number) => (count === 1 ? "Photo" : `${count} photos`),
  photo: (number: number, count: number) =>
    count === 1 ? "Photo from the resident" : `Photo ${number} of ${count} from the resident`,
  view: (name: string) => `View ${name.charAt(0).toLowerCase()}${name.slice(1)}`,
  pending: "Fetching the photo…",
  previous: "Previous photo",
  next: "Next photo",
  failure: (failure: MessagePhotoFailure) => failures[failure],
};
