// Copy of photos in texts.

import { MessagePhotoFailure } from "../../gen/parlor/v1/conversation_pb";

const failures: Record<MessagePhotoFailure, string> = {
  [MessagePhotoFailure.UNSPECIFIED]: "This file couldn't be saved.",
  [MessagePhotoFailure.NOT_AN_IMAGE]: "This file isn't a photo.",
  [MessagePhotoFailure.TOO_LARGE]: "This file is larger than 8 MB.",
  [MessagePhotoFailure.NOT_FOUND]: "The carrier no longer has this file.",
  [MessagePhotoFailure.FOREIGN_ADDRESS]:
    "This file wasn't downloaded because it didn't come from the carrier.",
  [MessagePhotoFailure.REFUSED]:
    "The carrier rejected your Twilio account. Check the Twilio settings.",
  [MessagePhotoFailure.UNAVAILABLE]: "Couldn't reach the carrier.",
};

export const photoLabels = {
  photos: (count: number) => (count === 1 ? "Photo" : `${count} photos`),
  resident: "the resident",
  photo: (number: number, count: number, from: string) =>
    count === 1 ? `Photo from ${from}` : `Photo ${number} of ${count} from ${from}`,
  view: (name: string) => `View ${name.charAt(0).toLowerCase()}${name.slice(1)}`,
  pending: "Loading the photo…",
  previous: "Previous photo",
  next: "Next photo",
  failure: (failure: MessagePhotoFailure) => failures[failure],
};
