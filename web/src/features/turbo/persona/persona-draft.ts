// Values of the persona form, and their conversion to requests.

import type { MessageInitShape } from "@bufbuild/protobuf";
import type { TextCommunity } from "../../../gen/parlor/v1/community_pb";
import type { UpdatePersonaRequestSchema } from "../../../gen/parlor/v1/community_service_pb";
import { HomeownerAuth } from "../../../gen/parlor/v1/persona_pb";
import { sheetLabels } from "./sheet-labels";

export type PersonaValues = Exclude<
  MessageInitShape<typeof UpdatePersonaRequestSchema>,
  { $typeName: string }
>;

/** A persona that is not saved yet. */
export type PersonaDraft = {
  prompt: string;
  temperature: number;
  useEmojis: boolean;
  botWaiver: string;
};

export const temperatureOptions = [
  { value: "0", label: sheetLabels.leastCreative },
  { value: "0.3", label: sheetLabels.slightlyVaried },
  { value: "0.6", label: sheetLabels.varied },
  { value: "1", label: sheetLabels.mostCreative },
];

/** How homeowners verify their identity. */
export const verificationOptions = [
  { value: String(HomeownerAuth.NONE), label: sheetLabels.verifyNever },
  { value: String(HomeownerAuth.PHONE_MATCH), label: sheetLabels.verifyPhone },
  { value: String(HomeownerAuth.PHONE_AND_UNIT), label: sheetLabels.verifyUnit },
  { value: String(HomeownerAuth.ONE_TIME_CODE), label: sheetLabels.verifyCode },
];

/** Returns the options, including the stored value. */
export function temperatureOptionsWith(stored: number) {
  const value = String(stored);
  if (temperatureOptions.some((one) => one.value === value)) return temperatureOptions;
  return [...temperatureOptions, { value, label: value }].sort(
    (one, other) => Number(one.value) - Number(other.value),
  );
}

export function initialValues({ id, persona }: TextCommunity): PersonaValues {
  return {
    id,
    prompt: persona?.prompt ?? "",
    temperature: persona?.temperature ?? 0.3,
    useEmojis: persona?.useEmojis ?? false,
    botWaiver: persona?.botWaiver ?? "",
    homeownerAuth: persona?.homeownerAuth || HomeownerAuth.NONE,
    collectionsMessage: persona?.collectionsMessage ?? "",
  };
}

/** Converts the text values of select fields. */
export function toRequest(values: PersonaValues): PersonaValues {
  return { ...values, temperature: Number(values.temperature ?? 0) };
}

export function toDraft(values: Record<string, unknown>): PersonaDraft {
  return {
    prompt: String(values.prompt ?? ""),
    temperature: Number(values.temperature ?? 0),
    useEmojis: Boolean(values.useEmojis),
    botWaiver: String(values.botWaiver ?? ""),
  };
}
