// Names of the text plans.

import { TextPlan } from "../../gen/parlor/v1/user_pb";

export const planLabels: Partial<Record<TextPlan, string>> = {
  [TextPlan.PARLOR_PLUS]: "Parlor Plus",
  [TextPlan.PARLOR_LITE]: "Parlor Lite",
};
