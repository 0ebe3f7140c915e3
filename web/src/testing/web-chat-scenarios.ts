// Scenarios of web chats and of their settings.

import { WebChatService } from "../gen/parlor/v1/web_chat_service_pb";
import { WebChatSiteService } from "../gen/parlor/v1/web_chat_site_service_pb";
import { invalid, missing, type Scenario, unavailable } from "./scenario";

const { updateWebChatSite, getWebChatSite } = WebChatSiteService.method;

export const webChatScenarios: Scenario[] = [
  {
    name: "the restricted view has no web chats",
    as: "restricted",
    run: (call) => call(WebChatService.method.listWebChats, {}),
    expected: unavailable,
  },
  {
    name: "a web chat with an unknown key is not found",
    run: (call) => call(WebChatService.method.openWebChat, { siteKey: "no-such-key" }),
    expected: missing,
  },
  {
    name: "the color of a web chat is in hexadecimal",
    as: "platformAdministrator",
    run: (call) => call(updateWebChatSite, { communityId: "no-such-community", color: "green" }),
    expected: invalid("color"),
  },
  {
    name: "an allowed site of a web chat is an origin without a path",
    as: "platformAdministrator",
    run: (call) =>
      call(updateWebChatSite, {
        communityId: "no-such-community",
        allowedOrigins: { origins: ["https://a.example", "https://a.example/pool"] },
      }),
    expected: invalid("allowed_origins.origins[1]"),
  },
  {
    name: "the web chat of an unknown community is not found",
    as: "platformAdministrator",
    run: (call) => call(getWebChatSite, { communityId: "no-such-community" }),
    expected: missing,
  },
  {
    name: "an unknown web chat is not found",
    as: "platformAdministrator",
    run: (call) => call(WebChatService.method.getWebChat, { id: "no-such-chat" }),
    expected: missing,
  },
];
