// Every screen in all its states. Responses decide the state: held, failed, empty and complete.

import { expect } from "../support";
import { issuePartner } from "../support/partner";
import { checkScreen, compare, compareLoaded, settle } from "../support/screen-check";
import { enter } from "../support/session";
import {
  checkOtherScreens,
  checkPath,
  checkScreens,
  checkState,
  findLinks,
  notFound,
  type Screen,
  test,
} from "./fixtures";

test.use({ dataset: "visual", viewport: { width: 1280, height: 720 } });
// Each test checks dozens of states.
test.describe.configure({ timeout: 900_000 });

const turboScreens: readonly Screen[] = [
  notFound,
  {
    name: "turbo-communities",
    path: "/turbo?community=none",
    title: "Which community?",
    reads: ["ListTurboCommunities"],
  },
  {
    name: "turbo",
    path: "/turbo?community=community-harbor-row",
    title: "Turbo",
    reads: ["ListAnswers", "ListTestPhoneMessages"],
  },
  {
    name: "escalations",
    path: "/escalations",
    title: "Escalations",
    reads: ["ListEscalations", "GetConversation"],
    empties: ["ListEscalations", "CountEscalations"],
  },
  {
    name: "profile",
    path: "/profile",
    title: "Profile",
    reads: ["ListSessions", "ListGrants"],
    empties: ["ListGrants"],
  },
  {
    name: "blasts",
    path: "/textBlast",
    title: "Text blast",
    reads: ["ListBlasts"],
  },
  {
    name: "inbox",
    path: "/omnichannel",
    title: "Omnichannel",
    reads: ["ListInboxItems"],
    empties: ["ListInboxItems", "CountInboxItems"],
  },
  {
    name: "web-chat",
    path: "/webChat",
    title: "Web chat",
    reads: ["ListWebChatSites", "GetWebChatSite"],
    empties: ["ListWebChatSites"],
  },
  {
    name: "web-chats",
    path: "/webChat?tab=chats",
    title: "Web chat",
    reads: ["ListWebChats", "GetWebChat"],
    empties: ["ListWebChats"],
  },
];

test("the screens of a company with Turbo are accessible in every state", async ({
  page,
  server,
  stub,
}) => {
  await enter(page, server.address, "admin@harborline.example", notFound.path);
  await checkScreens(page, stub, turboScreens);
  expect(await findLinks(page, "Screens")).toContain("/turbo");
  await checkOtherScreens(page, turboScreens);
  for (const step of ["recipients", "message", "review"]) {
    await checkPath(page, `/textBlast?blast=blast-annual-meeting&step=${step}`, `blast-${step}`);
  }
  await checkPath(page, "/textBlast?blast=blast-water-shutoff", "blast-results");
});

const answersScreens: readonly Screen[] = [
  // Each screen has its own community, so that nothing is cached when it opens.
  {
    name: "answers",
    path: "/answers?community=community-juniper-mesa",
    title: "Knowledge Base",
    reads: ["ListAnswers", "ListTestPhoneMessages"],
  },
  {
    name: "testwindow",
    path: "/testwindow?community=community-tinsmith-lofts",
    title: "Test window",
    reads: ["ListTestPhoneMessages", "ListTestCases"],
  },
];

test("the screens of a company with a knowledge base are accessible in every state", async ({
  page,
  server,
  stub,
}) => {
  await enter(page, server.address, "admin@northgate.example", notFound.path);
  await checkScreens(page, stub, answersScreens);
  expect(await findLinks(page, "Screens")).toContain("/answers");
  await checkOtherScreens(page, answersScreens);
});

const platformScreens: readonly Screen[] = [
  {
    name: "conversations",
    path: "/messages",
    title: "Conversations",
    reads: ["ListConversations", "GetConversation", "ListNotes"],
    empties: ["ListConversations", "CountConversations"],
  },
  {
    name: "playground",
    path: "/playground?community=community-bluestem-village",
    title: "Playground",
    reads: ["GetCommunity"],
    empties: [],
  },
  {
    name: "service-requests",
    path: "/serviceRequestMain",
    title: "Service requests",
    reads: ["ListServiceRequests", "CountServiceRequests"],
  },
  {
    name: "service-requests-pending",
    path: "/serviceRequestPending",
    title: "Pending service requests",
    reads: ["ListServiceRequests", "GetServiceRequest"],
    empties: ["ListServiceRequests", "CountServiceRequests"],
  },
  {
    name: "service-requests-approved",
    path: "/serviceRequestApproved",
    title: "Approved service requests",
    reads: ["ListServiceRequests"],
    empties: ["ListServiceRequests", "CountServiceRequests"],
  },
  {
    name: "service-requests-board",
    path: "/serviceRequestMainUpdated",
    title: "Service requests overview",
    reads: ["ListServiceRequests"],
    empties: ["ListServiceRequests", "CountServiceRequests"],
  },
];

test("the screens of the platform's own company are accessible in every state", async ({
  page,
  server,
  stub,
}) => {
  await enter(page, server.address, "admin@parlor.example", notFound.path);
  await checkScreens(page, stub, platformScreens);
  await checkPath(page, "/knowledge-base-management", "catalogs");
  await checkPath(page, "/serviceRequestCreate", "service-request-create");
  await checkPath(page, "/serviceRequest?id=request-bluestem-sink", "service-request");
  for (const part of ["timeline", "photos"]) {
    const path = `/serviceRequest?id=request-bluestem-sink&part=${part}`;
    await checkPath(page, path, `service-request-${part}`);
  }
});

test("the frame around every screen looks as before", async ({ page, server, stub }) => {
  await stub.set("hold", ["GetCurrentUser", "GetCompany"]);
  await enter(page, server.address, "manager@harborline.example", "/turbo?community=none");
  await expect(page.locator(".skeleton").first()).toBeVisible();
  await compare(page, "frame-loading");
  await stub.reset();
  await expect(page.getByRole("navigation", { name: "Screens" }).getByText("open")).toBeAttached();
  await settle(page);
  await compareLoaded(page, "frame");
});

test("a partner's request for access is accessible in every state", async ({
  page,
  server,
  stub,
}) => {
  const { authorizationParams } = await issuePartner(server.address, "Elm Ledger");
  await stub.set("hold", ["GetAuthorization"]);
  await enter(
    page,
    server.address,
    "manager@harborline.example",
    `/oauth2/v1/auth?${authorizationParams}`,
  );
  // The page's own placeholders, not those shown while its code loads.
  await expect(page.locator(".oauth .skeleton").first()).toBeVisible();
  await compare(page, "oauth-loading", page.getByRole("main"));
  await stub.set("fail", ["GetAuthorization"]);
  await expect(page.getByRole("alert")).toBeVisible();
  await checkState(page, "oauth-failed");
  await stub.reset();
  await page.getByRole("button", { name: "Try again" }).press("Enter");
  await settle(page);
  await compareLoaded(page, "oauth", page.getByRole("main"));
  await checkScreen(page, "oauth");
  await checkPath(page, "/oauth2/v1/auth?client_id=nobody", "oauth-unknown");
});
