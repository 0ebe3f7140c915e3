import { HomeownerKind } from "../../gen/parlor/v1/homeowner_kind_pb";

export const kindOptions: readonly { kind: HomeownerKind; label: string }[] = [
  { kind: HomeownerKind.UNSPECIFIED, label: "Not set" },
  { kind: HomeownerKind.OWNER, label: "Owner" },
  { kind: HomeownerKind.TENANT, label: "Tenant" },
  { kind: HomeownerKind.BOARD_MEMBER, label: "Board member" },
];

/** Returns the label, such as "Tenant"; empty if unset. */
export function kindLabel(kind: HomeownerKind): string {
  if (kind === HomeownerKind.UNSPECIFIED) return "";
  return kindOptions.find((option) => option.kind === kind)?.label ?? "";
}
