// Codes by which association software identifies a community, from the contract's options.

import { getOption } from "@bufbuild/protobuf";
import { association } from "../../../gen/parlor/options/v1/software_pb";
import { type TextCommunity, TextCommunitySchema } from "../../../gen/parlor/v1/community_pb";
import { Software, SoftwareSchema } from "../../../gen/parlor/v1/software_pb";
import { softwareLabel } from "../labels";
import { labels } from "./labels";

const fields = [
  "vantacaAssocCode",
  "cincAssocCode",
  "buildiumAssocCode",
  "vmsAssocCode",
  "vmgAssocCode",
] as const;

export type CodeField = (typeof fields)[number];

export type Code = { software: Software; name: string; field: CodeField; hint: string };

function toCode(software: Software): Code | undefined {
  const value = SoftwareSchema.value[software];
  const json = value ? getOption(value, association).field : "";
  const local = TextCommunitySchema.fields.find((field) => field.jsonName === json)?.localName;
  const field = fields.find((one) => one === local);
  if (!field) return undefined;
  const name = softwareLabel(software);
  const hint = software === Software.CINC ? labels.cincCodeHint : labels.codeHint(name);
  return { software, name, field, hint };
}

const codes = SoftwareSchema.values
  .map(({ number }) => toCode(number as Software))
  .filter((code) => code !== undefined);

/** Returns the code that the company's software requires; undefined if it has no codes. */
export function requiredCode(software: Software): Code | undefined {
  return codes.find((code) => code.software === software);
}

/** Returns the codes of a community: the required one first, then those of other software. */
export function visibleCodes(community: TextCommunity, software: Software): Code[] {
  const needed = requiredCode(software);
  const others = codes.filter((code) => code !== needed && community[code.field] !== "");
  return needed ? [needed, ...others] : others;
}

/** Value of the software filter for communities without a code. */
const noCode = "none";

/** Choices of the software filter. */
export const softwareChoices = [
  { value: "", label: labels.anySoftware },
  ...codes.map(({ field, name }) => ({ value: field as string, label: name })),
  { value: noCode, label: labels.noCode },
];

/** Returns whether a community has a code in the chosen software; true if none is chosen. */
export function hasSoftware(community: TextCommunity, choice: string): boolean {
  if (choice === noCode) return codes.every(({ field }) => community[field] === "");
  const code = codes.find(({ field }) => field === choice);
  return code ? community[code.field] !== "" : true;
}
