"""Signs webhooks with Twilio's own library for a server with fresh demo data.

No text is sent: the resident has opted out with the carrier before, so the bot's replies are
suppressed.
"""

import json
import os
import random
import sys
import time
import unittest
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

from demo import PASSWORD, ROOT, Demo, python


ACCOUNT_SID = "AC" + "0123456789abcdef" * 2
AUTH_TOKEN = "5ecae1d1" * 4
COMMUNITY, NUMBER, PHONE = "community-harbor-row", "+12025550101", "+12025550171"
MESSAGES, STATUS = "/webhooks/twilio/messages", "/webhooks/twilio/status"


class Form(list):
    """Names and values, as Twilio's validator takes them from a web framework."""

    def __iter__(self):
        return (name for name, _ in self.pairs())

    def pairs(self):
        return list(super().__iter__())

    def getall(self, name: str):
        return [value for known, value in self.pairs() if known == name]


def inbound(sid: str, body: str, *more) -> Form:
    return Form([
        ("MessageSid", sid), ("AccountSid", ACCOUNT_SID), ("From", PHONE), ("To", NUMBER), ("Body", body),
        ("NumMedia", "0"), *more,
    ])


class Signatures(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        from twilio.request_validator import RequestValidator

        cls.demo = Demo().__enter__()
        cls.addClassCleanup(cls.demo.__exit__)
        cls.validator = RequestValidator(AUTH_TOKEN)
        session = cls.rest("POST", "/users/login", {"email": "admin@harborline.example", "password": PASSWORD})
        cls.token = session["token"]
        cls.rest("PUT", "/admin/companies/company-harborline/twilio", {"accountSid": ACCOUNT_SID, "authToken": AUTH_TOKEN})
        cls.rest("PATCH", f"/admin/textCommunities/{COMMUNITY}/carrier", {"carrier": "TWILIO"})
        first = inbound("SM-first", "STOP", ("OptOutType", "STOP"))
        assert cls.send(MESSAGES, first) == 200

    @classmethod
    def rest(cls, method: str, path: str, body: dict | None = None) -> dict:
        headers = {"content-type": "application/json", "usertoken": getattr(cls, "token", "")}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(cls.demo.address + path, data, headers, method=method)
        with urllib.request.urlopen(request, timeout=300) as answer:
            return json.load(answer)

    @classmethod
    def sign(cls, path: str, form: Form, address: str | None = None) -> str:
        return cls.validator.compute_signature((address or cls.demo.address) + path, form)

    @classmethod
    def send(cls, path: str, form: Form, signature: str | None = None) -> int:
        """Returns the status of the response to a webhook. Signs it correctly unless `signature` is given."""
        signature = cls.sign(path, form) if signature is None else signature
        data = urllib.parse.urlencode(form.pairs()).encode()
        request = urllib.request.Request(cls.demo.address + path, data, {"X-Twilio-Signature": signature})
        try:
            with urllib.request.urlopen(request, timeout=300) as answer:
                assert "<Response/>" in answer.read().decode()
                return answer.status
        except urllib.error.HTTPError as refused:
            with refused:
                return refused.code

    def messages(self) -> list[dict]:
        """Returns the messages of the phone, once the send job has suppressed all replies."""
        known = self.rest("GET", f"/textConversations?communityId={COMMUNITY}&limit=200")["conversations"]
        (own,) = [one for one in known if one["phone"] == PHONE]
        deadline = time.monotonic() + 300
        while True:
            shown = self.rest("GET", f"/textConversations/{own['_id']}?limit=200")["messages"]
            if "QUEUED" not in {message["status"] for message in shown}:
                return shown
            self.assertLess(time.monotonic(), deadline, shown)
            time.sleep(0.1)

    def came(self) -> list[str]:
        """Returns the texts from the phone, after checking that no text was sent to it."""
        shown = self.messages()
        self.assertLessEqual({message["status"] for message in shown}, {"RECEIVED", "SUPPRESSED"})
        return [message["body"] for message in shown if message["direction"] == "INBOUND"]

    def test_whatever_form_twilios_library_signs_is_taken_and_no_other(self):
        chance = random.Random(20260302)
        letters = "abz AZ09+&=%;é’😀\n\"<>/?#"
        for n in range(60):
            word = lambda most: "".join(chance.choice(letters) for _ in range(chance.randrange(most)))
            more = [(chance.choice(["Extra", "ApiVersion", "aLower", "MediaUrl0"]), word(9)) for _ in range(chance.randrange(5))]
            form = inbound(f"SM-{n}", word(40), *more)
            chance.shuffle(form)
            self.assertEqual(self.send(MESSAGES, form), 200, form.pairs())
            altered = Form([(name, value + "!" if name == "NumMedia" else value) for name, value in form.pairs()])
            self.assertEqual(self.send(MESSAGES, altered, self.sign(MESSAGES, form)), 403, altered.pairs())

    def test_a_text_counts_once_and_only_when_it_is_signed(self):
        form = inbound("SM-once", "is this counted once?")
        other = inbound("SM-other", "is this counted?")
        for _ in range(3):
            self.assertEqual(self.send(MESSAGES, form), 200)
        for wrong in ["", "x" + self.sign(MESSAGES, other), self.sign(STATUS, other), self.sign(MESSAGES, form)]:
            self.assertEqual(self.send(MESSAGES, other, wrong), 403, wrong)
        came = self.came()
        self.assertEqual((came.count("is this counted once?"), came.count("is this counted?")), (1, 0))

    def test_an_address_without_its_port_is_the_same(self):
        without = self.demo.address.rsplit(":", 1)[0]
        form = inbound("SM-port", "hello")
        self.assertEqual(self.send(MESSAGES, form, self.sign(MESSAGES, form, without)), 200)

    def test_a_report_is_signed_with_the_query_of_its_address(self):
        form = Form([
            ("MessageSid", "SM-out"), ("MessageStatus", "delivered"), ("AccountSid", ACCOUNT_SID), ("From", NUMBER),
            ("To", PHONE),
        ])
        self.assertEqual(self.send(STATUS + "?attempt=nobody&x=%20y", form), 200)
        self.assertEqual(self.send(STATUS + "?attempt=nobody", form, self.sign(STATUS, form)), 403)


if __name__ == "__main__":
    program = python(ROOT / "tools/requirements-twilio.txt")
    if Path(sys.prefix) != program.parent.parent:
        os.execv(program, [program, *sys.argv])
    unittest.main()
