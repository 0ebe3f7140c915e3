// An example over gRPC-web, with stubs generated from the contract. example.py does the same.

import { Code, ConnectError, createClient, type Interceptor } from "@connectrpc/connect";
import { createGrpcWebTransport } from "@connectrpc/connect-web";
import { BadRequestSchema, ErrorInfoSchema } from "./gen/google/rpc/error_details_pb.js";
import { CommunityService } from "./gen/parlor/v1/community_service_pb.js";
import { Direction } from "./gen/parlor/v1/conversation_pb.js";
import { EscalationState } from "./gen/parlor/v1/escalation_pb.js";
import { EscalationService } from "./gen/parlor/v1/escalation_service_pb.js";
import { EventKind, EventService } from "./gen/parlor/v1/event_service_pb.js";
import { TestPhoneService } from "./gen/parlor/v1/test_phone_service_pb.js";
import { SessionService } from "./gen/parlor/v1/session_service_pb.js";

const number = "+12025550101";
const mine = "+12025550186";

let token = "";
const signedIn: Interceptor = (next) => (request) => {
  if (token) request.header.set("usertoken", token);
  return next(request);
};
const transport = createGrpcWebTransport({
  baseUrl: process.env.PARLOR ?? "http://127.0.0.1:8080",
  interceptors: [signedIn],
  defaultTimeoutMs: 30_000,
});
const session = createClient(SessionService, transport);
const community = createClient(CommunityService, transport);
const phone = createClient(TestPhoneService, transport);
const staff = createClient(EscalationService, transport);
const live = createClient(EventService, transport);

/** Texts the community and waits for the answer, the replies-th that the phone gets. */
async function ask(words: string, replies: number): Promise<string> {
  await phone.sendTestPhoneMessage({ from: mine, to: number, body: words });
  for (let i = 0; i < 100; i++) {
    const { messages } = await phone.listTestPhoneMessages({ phone: mine });
    const got = messages.filter((message) => message.direction === Direction.OUTBOUND);
    const last = got[replies - 1];
    if (last) return last.body;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  throw new Error(`no answer to ${words}`);
}

/** Code, reason and fields of a refusal. */
async function refused(call: () => Promise<unknown>): Promise<string> {
  try {
    await call();
  } catch (error) {
    const refusal = ConnectError.from(error);
    const code = Code[refusal.code].replaceAll(/(?<=[a-z])[A-Z]/g, "_$&").toUpperCase();
    const reasons = refusal.findDetails(ErrorInfoSchema).map((info) => info.reason);
    const fields = refusal.findDetails(BadRequestSchema).flatMap((bad) => bad.fieldViolations);
    return [code, ...reasons, ...fields.map((violation) => violation.field)].join(" ");
  }
  throw new Error("it was not refused");
}

const login = { email: "admin@harborline.example", password: "parlor-demo-house" };
({ token } = await session.login(login));

const { user } = await session.getCurrentUser({});
console.log("signed in:", user?.firstName, user?.lastName, user?.parlorRole);

const { communities } = await community.listTurboCommunities({});
console.log("communities:", communities.map((one) => one.label).join(", "));

console.log("the bot:", await ask("how do i get a second parking permit", 1));
const doorbell = "Can I put a ring doorbell on my front door or do I have to ask the board first?";
console.log("the bot:", await ask(doorbell, 2));

const { escalations } = await staff.listEscalations({ communityId: "community-harbor-row", newestFirst: true, limit: 1 });
const newest = escalations[0];
if (!newest) throw new Error("there is no escalation");
console.log("asked:", newest.question);
const answer = {
  id: newest.id,
  answer: "Yes, if it only sees your own doorway.",
  notifyHomeownerData: { notify: true },
};
const { escalation, notice } = await staff.answerEscalation(answer);
const state = EscalationState[escalation?.state ?? 0];
console.log("answered:", state, "to", notice?.to, "in", notice?.segments, "segment");

console.log("refused:", await refused(() => staff.answerEscalation(answer)));
console.log("refused:", await refused(() => staff.answerEscalation({ id: newest.id })));
const kept = token;
token = "";
console.log("refused:", await refused(() => session.getCurrentUser({})));
token = kept;

const stop = new AbortController();
// A stream has no end that one could wait for.
for await (const event of live.watchEvents({}, { signal: stop.signal, timeoutMs: 0 })) {
  console.log("event:", EventKind[event.kind]);
  break;
}
stop.abort();
