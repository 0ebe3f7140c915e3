// Checks each route for each kind of user against a hand-written copy of the specification's table.
// The content of the screens doesn't matter here, so they are empty.

import { create } from "@bufbuild/protobuf";
import { act, cleanup, render, waitFor } from "@testing-library/react";
import { type ComponentType, lazy, type ReactNode } from "react";
import { MemoryRouter, type NavigateFunction, useLocation, useNavigate } from "react-router";
import { expect, test, vi } from "vitest";
import { startSession } from "../api/session-token";
import { canOpen, screenRule, screens } from "../entities/session/screen-access";
import { Entitlement, DashboardOption as Option, Screen } from "../gen/parlor/options/v1/screen_pb";
import { EntitlementsSchema } from "../gen/parlor/v1/user_pb";
import { tokenFor } from "../testing/fake-api/lookup";
import { createTestApi } from "../testing/fake-transport";
import { App } from "./app";

vi.mock("../lib/lazy", async (original) => {
  type Read = () => Promise<{ default: ComponentType }>;
  const empty = ({ children }: { children?: ReactNode }) => <>{children}</>;
  const part = (read: Read) => (String(read).includes("person") ? lazy(read) : empty);
  return { ...(await original<object>()), part };
});

type Kind = {
  restricted?: boolean;
  administrator?: boolean;
  main?: boolean;
  second?: boolean;
  named?: boolean;
  v3?: "on" | "off" | "absent";
  options?: readonly Option[];
};

const all = () => true;
const has =
  (...wanted: Option[]) =>
  (kind: Kind) =>
    wanted.some((one) => kind.options?.includes(one));
const main = (kind: Kind) => kind.main === true;
const v3 = (kind: Kind) => kind.v3 === "on";
const requests = (kind: Kind) => kind.main || kind.second || kind.named || false;

/** Path, title and condition of every route that requires a session. */
const table: readonly [string, string, (kind: Kind) => boolean][] = [
  ["/oauth2/v1/auth", "Allow access", all],
  ["/answers", "Knowledge Base", (kind) => !v3(kind)],
  [
    "/turbo",
    "Turbo",
    (kind) => main(kind) || v3(kind) || has(Option.TURBO_TEST_VIEW_ENABLED)(kind),
  ],
  [
    "/escalations",
    "Escalations",
    (kind) => main(kind) || v3(kind) || has(Option.TURBO_TEST_VIEW_ENABLED)(kind),
  ],
  ["/admin", "Administration", (kind) => kind.administrator === true],
  ["/writingAssistant", "Writing assistant", all],
  ["/webChat", "Web chat", (kind) => main(kind) || has(Option.WEBCHAT)(kind)],
  ["/textBlast", "Text blast", has(Option.TEXT_BLAST)],
  ["/testwindow", "Test window", (kind) => has(Option.TW)(kind) && !v3(kind)],
  ["/serviceRequestMain", "Service requests", requests],
  ["/serviceRequestCreate", "New service request", requests],
  ["/serviceRequest", "Service request", requests],
  ["/serviceRequestPending", "Pending service requests", requests],
  ["/serviceRequestApproved", "Approved service requests", requests],
  ["/serviceRequestMainUpdated", "Service requests overview", requests],
  ["/reporting", "Reporting", (kind) => main(kind) || has(Option.RP)(kind)],
  ["/messages", "Conversations", main],
  ["/profile", "Profile", all],
  ["/playground", "Playground", main],
  ["/omnichannel", "Omnichannel", has(Option.OMNICHANNEL)],
  ["/email", "Email", has(Option.OMNICHANNEL)],
  [
    "/assistants",
    "Assistants (Beta)",
    has(
      Option.MEETING_SUMMARIZER,
      Option.SCOPE_OF_WORK_GENERATOR,
      Option.POLICY_DRAFTING_TOOL,
      Option.MEDIATION_CONSULTANT,
      Option.SOCIAL_MEDIA_PR,
      Option.DRAFT_EMAILS_LETTERS,
    ),
  ],
  ["/knowledge-base-management", "Knowledge base management", main],
];

/** Returns the title that a kind of user sees at a path; undefined if the page is not found. */
function expected(path: string, title: string, condition: (kind: Kind) => boolean, kind: Kind) {
  if (!kind.restricted) return condition(kind) ? title : undefined;
  if (path === "/textBlast") return "Parlor Blaster";
  return path === "/profile" ? title : undefined;
}

/** Computes entitlements like the server. */
function toEntitlements(kind: Kind) {
  if (kind.restricted)
    return create(EntitlementsSchema, { granted: [Entitlement.RESTRICTED_VIEW] });
  const granted: Entitlement[] = [
    Entitlement.FULL_VIEW,
    v3(kind) ? Entitlement.V3_ON : Entitlement.V3_OFF,
  ];
  if (kind.administrator) granted.push(Entitlement.ADMINISTRATOR);
  if (kind.main) granted.push(Entitlement.MAIN_COMPANY);
  if (kind.second) granted.push(Entitlement.SECOND_COMPANY);
  if (kind.named) granted.push(Entitlement.NAMED_ACCOUNT);
  return create(EntitlementsSchema, { granted, options: [...(kind.options ?? [])] });
}

const options = Object.values(Option).filter((option) => option !== Option.UNSPECIFIED);
const people: readonly [string, Kind][] = [
  ["restricted view", { restricted: true }],
  ["manager", {}],
  ["administrator", { administrator: true }],
  ["main company", { main: true }],
  ["main company's administrator", { main: true, administrator: true }],
  ["second company", { second: true }],
  ["named account", { named: true }],
];
const versions = ["on", "off", "absent"] as const;
const kinds = people.flatMap(([name, kind]) =>
  versions.flatMap((version) =>
    [[], ...options.map((option) => [option])].map(
      (switched) =>
        [
          `${name}, v3 ${version}, ${switched.map((one) => Object.keys(Option)[one]).join() || "no option"}`,
          { ...kind, v3: version, options: switched } as Kind,
        ] as const,
    ),
  ),
);

function open(kind: Kind | undefined) {
  const fakeApi = createTestApi({ replyDelay: 0 });
  const marcus = fakeApi.db.accounts.find(({ user }) => user.id === "marcus");
  if (!marcus) throw new Error("The fake API has no Marcus");
  if (kind) {
    marcus.entitlements = toEntitlements(kind);
    startSession(tokenFor("marcus"));
  }
  const location = { path: "" };
  let go: NavigateFunction = () => undefined;
  function Place() {
    go = useNavigate();
    location.path = useLocation().pathname;
    return null;
  }
  const page = render(
    <MemoryRouter initialEntries={["/profile"]}>
      <App transport={fakeApi.transport} />
      <Place />
    </MemoryRouter>,
  );
  return { page, location, go: (path: string) => act(async () => void (await go(path))) };
}

test("the contract has the specification's routes and no other", () => {
  const paths = screens
    .filter((screen) => !screenRule(screen).public)
    .map((one) => screenRule(one).path);
  expect([...new Set(paths)].sort()).toEqual(table.map(([path]) => path).sort());
});

test("each condition holds for the users that the specification names", () => {
  for (const [name, kind] of kinds) {
    for (const [path, title, condition] of table) {
      const opened = screens
        .filter((one) => screenRule(one).path === path)
        .filter((one) => canOpen(one, toEntitlements(kind)));
      const count = expected(path, title, condition, kind) === undefined ? 0 : 1;
      expect(opened.length, `${path} for ${name}`).toBe(count);
    }
  }
});

const shown: readonly (readonly [string, Kind])[] = [
  // An absent v3 gives the same entitlements as v3 off.
  ...people.flatMap(([name, kind]) =>
    (["on", "off"] as const).map(
      (version) => [`${name}, v3 ${version}`, { ...kind, v3: version }] as const,
    ),
  ),
  ["manager with every option", { v3: "off", options }],
];

test.each(shown)("%s sees these screens, and 404 elsewhere", async (_, kind) => {
  const { page, location, go } = open(kind);
  await waitFor(() => expect(document.title).toBe("Profile · Parlor"));
  for (const [path, title, condition] of table) {
    await go(path);
    await waitFor(() => expect(page.container.querySelector(`[aria-busy="true"]`)).toBeNull());
    const seen = expected(path, title, condition, kind);
    await waitFor(() => expect(document.title, path).toBe(`${seen ?? "Page not found"} · Parlor`));
    expect(page.queryByRole("heading", { name: "404" }) === null, path).toBe(seen !== undefined);
    expect(location.path).toBe(path);
  }
  const home = kind.restricted ? "/textBlast" : v3(kind) ? "/turbo" : "/answers";
  for (const path of [
    "/",
    ...screens
      // The page for vendors is open to everyone, signed in or not.
      .filter((one) => screenRule(one).public && one !== Screen.WORK_ORDER)
      .map((one) => screenRule(one).path),
  ]) {
    await go(path);
    await waitFor(() => expect(location.path, path).toBe(home));
  }
});

test("a visitor is sent to the login from every route", async () => {
  for (const [path] of table) {
    const { location, go } = open(undefined);
    await go(path);
    expect(location.path).toBe("/login");
    cleanup();
  }
});
