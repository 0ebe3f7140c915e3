import { create, type DescMessage } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { BlastTemplateService } from "../gen/parlor/v1/blast_template_service_pb";
import { CannedReplyService } from "../gen/parlor/v1/canned_reply_service_pb";
import { CommunityAdminService } from "../gen/parlor/v1/community_admin_service_pb";
import { MacroService } from "../gen/parlor/v1/macro_service_pb";
import { RoutingRuleService } from "../gen/parlor/v1/routing_rule_service_pb";
import { SessionService } from "../gen/parlor/v1/session_service_pb";
import { UserService } from "../gen/parlor/v1/user_service_pb";
import { validate } from "./validate";

const named: [DescMessage, string][] = [
  [BlastTemplateService.method.createBlastTemplate.input, "name"],
  [BlastTemplateService.method.updateBlastTemplate.input, "body"],
  [CannedReplyService.method.createCannedReply.input, "title"],
  [CommunityAdminService.method.createCommunity.input, "label"],
  [CommunityAdminService.method.updateCommunity.input, "label"],
  [MacroService.method.createMacro.input, "name"],
  [RoutingRuleService.method.createRoutingRule.input, "name"],
  [UserService.method.inviteUser.input, "firstName"],
  [UserService.method.updateUser.input, "lastName"],
];

function errorOf(schema: DescMessage, name: string, value: string): string | undefined {
  const message = Object.assign(create(schema), { [name]: value });
  return validate(schema, message).find(({ path }) => path === name)?.words;
}

for (const [schema, name] of named) {
  test(`${schema.name}.${name} is missing if it is blank`, () => {
    expect(errorOf(schema, name, "  ")).toBe("This field is required.");
    expect(errorOf(schema, name, "\u200b\u2060")).toBe("This field is required.");
    expect(errorOf(schema, name, " Pool\u200b")).toBeUndefined();
  });
}

test("a message is validated without changing its texts", () => {
  const schema = MacroService.method.createMacro.input;
  const message = create(schema, { name: "  " });
  validate(schema, message);
  expect(message.name).toBe("  ");
});

test("a password may consist of spaces", () => {
  const schema = SessionService.method.login.input;
  expect(errorOf(schema, "password", "  ")).toBeUndefined();
});
