"""An example over gRPC, with stubs generated from the contract. example.ts does the same."""

import os
import time

import grpc
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo
from grpc_status import rpc_status
from parlor.v1 import community_service_pb2 as communities
from parlor.v1 import community_service_pb2_grpc
from parlor.v1 import conversation_pb2 as conversation
from parlor.v1 import escalation_pb2 as escalation
from parlor.v1 import escalation_service_pb2 as escalations
from parlor.v1 import escalation_service_pb2_grpc
from parlor.v1 import event_service_pb2 as events
from parlor.v1 import event_service_pb2_grpc
from parlor.v1 import test_phone_service_pb2 as test_phones
from parlor.v1 import test_phone_service_pb2_grpc
from parlor.v1 import session_service_pb2 as sessions
from parlor.v1 import session_service_pb2_grpc

NUMBER = "+12025550101"
PHONE = "+12025550186"

channel = grpc.insecure_channel(os.environ["PARLOR"].removeprefix("http://"))
session = session_service_pb2_grpc.SessionServiceStub(channel)
community = community_service_pb2_grpc.CommunityServiceStub(channel)
phone = test_phone_service_pb2_grpc.TestPhoneServiceStub(channel)
staff = escalation_service_pb2_grpc.EscalationServiceStub(channel)
live = event_service_pb2_grpc.EventServiceStub(channel)

login = session.Login(sessions.LoginRequest(email="admin@harborline.example", password="parlor-demo-house"))
signed_in = {"metadata": [("usertoken", login.token)], "timeout": 30}


def ask(words: str, replies: int) -> str:
    """Texts the community, and waits until the phone has this number of replies. Returns the last one."""
    phone.SendTestPhoneMessage(test_phones.SendTestPhoneMessageRequest(**{"from": PHONE, "to": NUMBER, "body": words}), **signed_in)
    deadline = time.monotonic() + 300
    while time.monotonic() < deadline:
        shown = phone.ListTestPhoneMessages(test_phones.ListTestPhoneMessagesRequest(phone=PHONE), **signed_in).messages
        got = [message.body for message in shown if message.direction == conversation.DIRECTION_OUTBOUND]
        if len(got) >= replies:
            return got[replies - 1]
        time.sleep(0.3)
    raise TimeoutError(f"no answer to {words!r} within 300 s")


def refused(call) -> str:
    """Returns the code, reason and fields of an error."""
    try:
        call()
    except grpc.RpcError as refusal:
        details = [refusal.code().name]
        for detail in rpc_status.from_call(refusal).details:
            if detail.Is(ErrorInfo.DESCRIPTOR):
                info = ErrorInfo()
                detail.Unpack(info)
                details.insert(1, info.reason)
            elif detail.Is(BadRequest.DESCRIPTOR):
                bad = BadRequest()
                detail.Unpack(bad)
                details += [violation.field for violation in bad.field_violations]
        return " ".join(details)
    raise AssertionError("it was not refused")


user = session.GetCurrentUser(sessions.GetCurrentUserRequest(), **signed_in).user
print("signed in:", user.first_name, user.last_name, user.parlor_role)

listed = community.ListTurboCommunities(communities.ListTurboCommunitiesRequest(), **signed_in)
print("communities:", ", ".join(one.label for one in listed.communities))

print("the bot:", ask("how do i get a second parking permit", 1))
print("the bot:", ask("Can I put a ring doorbell on my front door or do I have to ask the board first?", 2))

newest = staff.ListEscalations(escalations.ListEscalationsRequest(community_id="community-harbor-row", newest_first=True, limit=1), **signed_in).escalations[0]
print("asked:", newest.question)
answer = escalations.AnswerEscalationRequest(
    id=newest.id, answer="Yes, if it only sees your own doorway.",
    notify_homeowner_data=escalation.NotifyHomeownerData(notify=True),
)
answered = staff.AnswerEscalation(answer, **signed_in)
state = escalation.EscalationState.Name(answered.escalation.state).removeprefix("ESCALATION_STATE_")
print("answered:", state, "to", answered.notice.to, "in", answered.notice.segments, "segment")

print("refused:", refused(lambda: staff.AnswerEscalation(answer, **signed_in)))
print("refused:", refused(lambda: staff.AnswerEscalation(escalations.AnswerEscalationRequest(id=newest.id), **signed_in)))
print("refused:", refused(lambda: session.GetCurrentUser(sessions.GetCurrentUserRequest(), timeout=30)))

stream = live.WatchEvents(events.WatchEventsRequest(), **signed_in)
print("event:", events.EventKind.Name(next(stream).kind).removeprefix("EVENT_KIND_"))
stream.cancel()
