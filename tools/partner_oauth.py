"""Tests a partner's OAuth library against a server with fresh demo data.

The library is Authlib, unmodified. It uses the client credentials grant, and the authorization code
grant with PKCE for a user, as in its documentation. The calls that the authorization page would
make for the user are made directly.
"""

import json
import subprocess
import unittest
import urllib.request

from demo import PATIENCE, ROOT, Demo, python

BACK = "http://127.0.0.1:9/back"

CLIENT_CREDENTIALS = """
from authlib.integrations.requests_client import OAuth2Session

for way in ["client_secret_basic", "client_secret_post"]:
    client = OAuth2Session(given["id"], given["secret"], token_endpoint_auth_method=way, scope="company:read knowledge:read")
    token = client.fetch_token(given["token"])
    assert token["scope"] == "company:read knowledge:read" and "refresh_token" not in token, token
    answers = client.get(given["answers"])
    assert answers.status_code == 200 and answers.json()["answers"], answers.text
    assert client.revoke_token(given["revoke"]).status_code == 200
    assert client.get(given["answers"]).status_code == 401
print("the client credentials grant works")
"""

AUTHORIZATION_CODE = """
import requests
from authlib.common.security import generate_token
from authlib.integrations.base_client import OAuthError
from authlib.integrations.requests_client import OAuth2Session
from urllib.parse import parse_qsl, urlsplit

client = OAuth2Session(
    given["id"], given["secret"] or None, redirect_uri=given["back"], scope="knowledge:read",
    code_challenge_method="S256", token_endpoint_auth_method="client_secret_basic" if given["secret"] else "none",
)
verifier = generate_token(48)
address, state = client.create_authorization_url(given["authorize"], code_verifier=verifier)
asked = dict(parse_qsl(urlsplit(address).query))

person = {"usertoken": given["usertoken"]}
shown = requests.get(given["decision"], params=asked, headers=person)
assert shown.json()["clientName"] == "Elm Ledger", shown.text
decided = requests.post(given["decision"], json=asked | {"allow": True}, headers=person).json()["redirectTo"]
assert decided.startswith(given["back"] + "?code="), decided
assert dict(parse_qsl(urlsplit(decided).query))["iss"] == given["issuer"], decided

token = client.fetch_token(given["token"], authorization_response=decided, state=state, code_verifier=verifier)
assert client.get(given["answers"]).status_code == 200
again = client.refresh_token(given["token"], refresh_token=token["refresh_token"])
assert again["access_token"] != token["access_token"] and again["refresh_token"] != token["refresh_token"]
assert client.get(given["answers"]).status_code == 200
try:
    client.refresh_token(given["token"], refresh_token=token["refresh_token"])
    raise AssertionError("a refresh token worked twice")
except OAuthError as refused:
    assert refused.error == "invalid_grant", refused
assert requests.get(given["answers"], headers={"authorization": "Bearer " + again["access_token"]}).status_code == 401
print("the authorization code grant works")
"""


def call(address: str, path: str, body=None, token: str = ""):
    headers = {"content-type": "application/json", "usertoken": token}
    request = urllib.request.Request(address + path, json.dumps(body).encode() if body else None, headers)
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return json.load(answer)


class Partners(unittest.TestCase):
    def check_output(self, script: str, redirect_uris: list, prints: str, is_public: bool = False):
        with Demo() as demo:
            signed_in = call(demo.address, "/users/login", {"email": "admin@harborline.example", "password": "parlor-demo-house"})
            body = {"name": "Elm Ledger", "scopes": ["COMPANY_READ", "KNOWLEDGE_READ"], "redirectUris": redirect_uris, "isPublic": is_public}
            issued = call(demo.address, "/admin/partners", body, signed_in["token"])
            found = call(demo.address, "/.well-known/oauth-authorization-server")
            here = lambda address: address.replace(found["issuer"], demo.address)
            given = {
                "id": issued["partner"]["clientId"],
                "secret": issued["clientSecret"],
                "back": BACK,
                "usertoken": signed_in["token"],
                "issuer": found["issuer"],
                "authorize": here(found["authorization_endpoint"]),
                "token": here(found["token_endpoint"]),
                "revoke": here(found["revocation_endpoint"]),
                "decision": demo.address + "/oauth2/v1/authorization",
                "answers": demo.address + "/textCommunities/community/community-harbor-row/answers",
            }
            run = subprocess.run(
                [python(ROOT / "tools/requirements.txt"), "-c", f"given = {given!r}\n{script}"], text=True, capture_output=True, timeout=PATIENCE
            )
        self.assertEqual((run.returncode, run.stdout), (0, prints), run.stderr)

    def test_client_credentials(self):
        self.check_output(CLIENT_CREDENTIALS, [], "the client credentials grant works\n")

    def test_authorization_code_with_pkce(self):
        self.check_output(AUTHORIZATION_CODE, [BACK], "the authorization code grant works\n")

    def test_public_client_with_pkce_alone(self):
        self.check_output(AUTHORIZATION_CODE, [BACK], "the authorization code grant works\n", is_public=True)


if __name__ == "__main__":
    unittest.main()
