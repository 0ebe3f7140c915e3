import { HomeownerKind } from "../../gen/parlor/v1/homeowner_kind_pb";
import { labels } from "./labels";

export const kindOptions: readonly { kind: HomeownerKind; label: string }[] = [
  { kind: HomeownerKind.UNSPECIFIED, label: labels.notSet },
  { kind: HomeownerKind.OWNER, label: labels.owner },
  { kind: HomeownerKind.TENANT, label: labels.tenant },
  { kind: HomeownerKind.BOARD_MEMBER, label: labels.boardMember },
];

/** Returns the label, such as "Tenant"; empty if unset. */
export function kindLabel(kind: HomeownerKind): string {
  if (kind === HomeownerKind.UNSPECIFIED) return "";
  return kindOptions.find((option) => option.kind === kind)?.label ?? "";
}
