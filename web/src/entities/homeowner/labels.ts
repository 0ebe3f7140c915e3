// Copy of the kinds of homeowners.

import { HomeownerKind } from "../../gen/parlor/v1/homeowner_kind_pb";

export const kindLabels: Record<HomeownerKind, string> = {
  [HomeownerKind.UNSPECIFIED]: "Not set",
  [HomeownerKind.OWNER]: "Owner",
  [HomeownerKind.TENANT]: "Tenant",
  [HomeownerKind.BOARD_MEMBER]: "Board member",
};
