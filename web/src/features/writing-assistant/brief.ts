// The inputs of the writing assistant, in the form they are edited in.

import { create } from "@bufbuild/protobuf";
import { formLabels } from "../../entities/draft/form-labels";
import {
  type DraftInputs,
  DraftInputsSchema,
  DraftLanguage,
  DraftLength,
  DraftTone,
  WritingPurpose,
} from "../../gen/parlor/v1/draft_pb";
import { labels, languages, lengths, purposes, tones } from "./labels";

export type WritingBrief = {
  purpose: WritingPurpose;
  notes: string;
  tone: DraftTone;
  length: DraftLength;
  language: DraftLanguage;
  audience: string;
};

const emptyBrief: WritingBrief = {
  purpose: WritingPurpose.NOTICE,
  notes: "",
  tone: DraftTone.FRIENDLY,
  length: DraftLength.MEDIUM,
  language: DraftLanguage.ENGLISH,
  audience: labels.everyone,
};

export function toBrief(inputs: DraftInputs | undefined): WritingBrief {
  if (!inputs) return emptyBrief;
  return {
    purpose: inputs.purpose || emptyBrief.purpose,
    notes: inputs.notes,
    tone: inputs.tone || DraftTone.NEUTRAL,
    length: inputs.length || emptyBrief.length,
    language: inputs.language || emptyBrief.language,
    audience: inputs.audience || emptyBrief.audience,
  };
}

export function toInputs(brief: WritingBrief): DraftInputs {
  return create(DraftInputsSchema, brief);
}

const labelOf = (options: readonly { value: string; label: string }[], value: number) =>
  options.find((option) => option.value === String(value))?.label ?? "";

/** Returns the names and values of a draft's inputs, in the order of the form. */
export function toFacts(inputs: DraftInputs | undefined): [string, string][] {
  const brief = toBrief(inputs);
  const purpose = purposes.find(({ value }) => value === brief.purpose);
  return [
    [labels.purpose, purpose?.label ?? ""],
    [formLabels.notes, brief.notes],
    [labels.tone, labelOf(tones, brief.tone)],
    [labels.length, labelOf(lengths, brief.length)],
    [labels.audience, brief.audience],
    [labels.language, labelOf(languages, brief.language)],
  ];
}
