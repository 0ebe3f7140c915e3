"""Runs a server with fresh demo data on moto's AWS SSM Parameter Store, which verifies signatures, and
reads with boto3 what the server stored there."""

import json
import os
import sys
import unittest
import urllib.error
import urllib.request
from pathlib import Path

from demo import ROOT, Demo, python


COMPANY, ISSUER, REGION, KMS_KEY = "company-harborline", "https://parlor.example", "us-east-1", "alias/parlor"
STORE, TWILIO = f"/companies/{COMPANY}/clientCredential/ssm", f"/admin/companies/{COMPANY}/twilio"
FOLDER = f"/parlor/{COMPANY}"
# What the server may do, as in docs/operations.md.
ACTIONS = ["ssm:PutParameter", "ssm:AddTagsToResource", "ssm:GetParameter", "ssm:DeleteParameter"]


def policy(actions: list[str]) -> str:
    allow = {"Effect": "Allow", "Action": actions, "Resource": "*"}
    return json.dumps({"Version": "2012-10-17", "Statement": [allow]})


class Parameters(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        import boto3
        from moto.server import ThreadedMotoServer

        cls.boto3 = boto3
        moto = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
        moto.start()
        cls.addClassCleanup(moto.stop)
        cls.url = "http://{}:{}".format(*moto.get_host_and_port())
        cls.iam = cls.client("iam", {"AccessKeyId": "nobody", "SecretAccessKey": "nothing"})
        server, reader = cls.user("server", ACTIONS), cls.user("reader", ["ssm:*"])
        # From here on, signatures and permissions are verified.
        verify = urllib.request.Request(cls.url + "/moto-api/reset-auth", b"0", {"content-type": "text/plain"})
        urllib.request.urlopen(verify).close()
        cls.ssm = cls.client("ssm", reader)
        cls.server = server
        cls.demo = Demo(cls.settings(server)).__enter__()
        cls.addClassCleanup(cls.demo.__exit__)
        cls.token = cls.demo.login("admin@harborline.example")

    @classmethod
    def client(cls, service: str, key: dict):
        return cls.boto3.client(
            service, region_name=REGION, endpoint_url=cls.url,
            aws_access_key_id=key["AccessKeyId"], aws_secret_access_key=key["SecretAccessKey"],
        )

    @classmethod
    def user(cls, name: str, actions: list[str]) -> dict:
        cls.iam.create_user(UserName=name)
        cls.iam.put_user_policy(UserName=name, PolicyName="parameters", PolicyDocument=policy(actions))
        return cls.iam.create_access_key(UserName=name)["AccessKey"]

    @classmethod
    def settings(cls, key: dict) -> dict:
        return {
            "PARLOR_SECRETS": "ssm", "PARLOR_SSM_URL": cls.url, "PARLOR_SSM_REGION": REGION,
            "PARLOR_SSM_KMS_KEY": KMS_KEY, "PARLOR_SSM_KEY_ID": key["AccessKeyId"],
            "PARLOR_SSM_KEY": key["SecretAccessKey"], "PARLOR_JWT_ISSUERS": ISSUER,
        }

    def credential(self, demo: Demo, token: str) -> tuple[str, str]:
        """Stores a new client credential. Returns it, and the status."""
        jwt = demo.call("/jwt/rollout", token, {"entityId": COMPANY, "issuer": ISSUER})["token"]
        return jwt, demo.call(STORE, token, {"JWT": jwt})["status"]

    def stored(self) -> dict[str, str]:
        """Returns the values of the company's parameters by name."""
        found = self.ssm.get_parameters_by_path(Path=FOLDER, Recursive=True, WithDecryption=True)["Parameters"]
        self.assertEqual({one["Type"] for one in found} - {"SecureString"}, set())
        return {one["Name"]: one["Value"] for one in found}

    def test_a_credential_is_an_encrypted_parameter_with_the_company_as_a_tag(self):
        before = self.stored()
        jwt, _ = self.credential(self.demo, self.token)
        (name,) = [name for name in self.stored() if name not in before]
        self.assertEqual(self.ssm.get_parameter(Name=name, WithDecryption=True)["Parameter"]["Value"], jwt)
        described = self.ssm.describe_parameters(ParameterFilters=[{"Key": "Name", "Values": [name]}])["Parameters"]
        self.assertEqual([one["KeyId"] for one in described], [KMS_KEY])
        tags = self.ssm.list_tags_for_resource(ResourceType="Parameter", ResourceId=name)["TagList"]
        self.assertEqual(tags, [{"Key": "parlor:company", "Value": COMPANY}])

    def test_a_replaced_credential_is_another_parameter_and_neither_is_in_the_database_or_the_log(self):
        jwts = [self.credential(self.demo, self.token) for _ in range(2)]
        self.assertEqual(jwts[1][1], "REPLACED")
        self.assertLessEqual({jwt for jwt, _ in jwts}, set(self.stored().values()))
        files = [file for file in Path(self.demo.folder.name).rglob("*") if file.is_file()]
        self.assertIn("parlor.db", {file.name for file in files})
        for file in files:
            content = file.read_bytes()
            for jwt, _ in jwts:
                self.assertNotIn(jwt.encode(), content, file)

    def test_a_secret_is_read_again_by_a_server_that_has_just_started(self):
        account = {"accountSid": "AC" + "0123456789abcdef" * 2, "authToken": "5ecae1d1" * 4}
        self.demo.call(TWILIO, self.token, account, "PUT")
        self.demo.restart()
        shown = self.demo.call(TWILIO, self.token)["twilio"]
        self.assertEqual((shown["configured"], shown["accountSid"]), (True, account["accountSid"]))

    def test_a_wrong_key_stores_nothing(self):
        wrong = {**self.server, "SecretAccessKey": "nonsense"}
        with Demo(self.settings(wrong)) as demo:
            before = self.stored()
            with self.assertRaises(urllib.error.HTTPError) as refused:
                self.credential(demo, demo.login("admin@harborline.example"))
            with refused.exception as answer:
                self.assertEqual((answer.code, json.load(answer)["code"]), (503, 14))
        self.assertEqual(self.stored(), before)


if __name__ == "__main__":
    program = python(ROOT / "tools/requirements-ssm.txt")
    if Path(sys.prefix) != program.parent.parent:
        os.execv(program, [program, *sys.argv])
    unittest.main()
