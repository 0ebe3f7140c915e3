// How association software knows a community: the contract says which does, and by what field.

import { getOption } from "@bufbuild/protobuf";
import { association } from "../../../gen/parlor/options/v1/software_pb";
import { type TextCommunity, TextCommunitySchema } from "../../../gen/parlor/v1/community_pb";
import { Software, SoftwareSchema } from "../../../gen/parlor/v1/software_pb";
import { softwareLabel } from "../labels";

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
  const hint = software === Software.CINC ? "3 or 4 letters or digits." : `As ${name} shows it.`;
  return { software, name, field, hint };
}

const codes = SoftwareSchema.values
  .map(({ number }) => toCode(number as Software))
  .filter((code) => code !== undefined);

/** The code that a company's software needs; nothing where it carries none. */
export function requiredCode(software: Software): Code | undefined {
  return codes.find((code) => code.software === software);
}

/** Those that a community has: its company's first, then what stayed of others. */
export function visibleCodes(community: TextCommunity, software: Software): Code[] {
  const needed = requiredCode(software);
  const others = codes.filter((code) => code !== needed && community[code.field] !== "");
  return needed ? [needed, ...others] : others;
}
