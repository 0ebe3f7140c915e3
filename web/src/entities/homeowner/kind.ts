import { HomeownerKind } from "../../gen/parlor/v1/homeowner_kind_pb";
import { kindLabels } from "./labels";

export const kindOptions: readonly { kind: HomeownerKind; label: string }[] = [
  HomeownerKind.UNSPECIFIED,
  HomeownerKind.OWNER,
  HomeownerKind.TENANT,
  HomeownerKind.BOARD_MEMBER,
].map((kind) => ({ kind, label: kindLabels[kind] }));

/** Returns the label, such as "Tenant"; empty if unset. */
export function kindLabel(kind: HomeownerKind): string {
  if (kind === HomeownerKind.UNSPECIFIED) return "";
  return kindOptions.find((option) => option.kind === kind)?.label ?? "";
}
