// Test traffic in lists. The communities of the fake API use the test phone.

import { TestTraffic } from "../../gen/parlor/v1/conversation_pb";

export function hasTestTraffic(isTest: boolean, filter: TestTraffic): boolean {
  return isTest ? filter !== TestTraffic.EXCLUDE : filter !== TestTraffic.ONLY;
}
