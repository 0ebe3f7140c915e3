// What the form shows of a persona, and what is asked of it.

import type { MessageInitShape } from "@bufbuild/protobuf";
import type { TextCommunity } from "../../../gen/parlor/v1/community_pb";
import type { UpdatePersonaRequestSchema } from "../../../gen/parlor/v1/community_service_pb";
import { HomeownerAuth } from "../../../gen/parlor/v1/persona_pb";

export type Values = Exclude<
  MessageInitShape<typeof UpdatePersonaRequestSchema>,
  { $typeName: string }
>;

/** A persona that is not saved yet. */
export type Draft = {
  prompt: string;
  temperature: number;
  useEmojis: boolean;
  botWaiver: string;
};

export const temperatures = [
  { value: "0", label: "0: close to your team's words" },
  { value: "0.3", label: "0.3: a little freer" },
  { value: "0.6", label: "0.6: free" },
  { value: "1", label: "1: as free as it goes" },
];

/** How a homeowner proves who they are, in plain words. */
export const proofs = [
  { value: String(HomeownerAuth.NONE), label: "Not at all: your team answers" },
  { value: String(HomeownerAuth.PHONE_MATCH), label: "They text from a phone on the account" },
  { value: String(HomeownerAuth.PHONE_AND_UNIT), label: "The phone, and they name their unit" },
  { value: String(HomeownerAuth.ONE_TIME_CODE), label: "The phone, and a code sent by e-mail" },
];

/** The choices, with what is stored among them. */
export function temperaturesWith(stored: number) {
  const value = String(stored);
  if (temperatures.some((one) => one.value === value)) return temperatures;
  return [...temperatures, { value, label: value }].sort(
    (one, other) => Number(one.value) - Number(other.value),
  );
}

export function startOf({ id, persona }: TextCommunity): Values {
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

/** A choice is text until it is sent. */
export function toRequest(values: Values): Values {
  return { ...values, temperature: Number(values.temperature ?? 0) };
}

export function draftOf(values: Record<string, unknown>): Draft {
  return {
    prompt: String(values.prompt ?? ""),
    temperature: Number(values.temperature ?? 0),
    useEmojis: Boolean(values.useEmojis),
    botWaiver: String(values.botWaiver ?? ""),
  };
}
