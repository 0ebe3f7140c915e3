// Which screens the options of a company open.

import { expect, test } from "./support";
import {
  everybody,
  expectRoutes,
  type Path,
  requests,
  routes,
  serviceRequestArguments,
} from "./support/routes";
import type { Server } from "./support/server";
import { enter, goWithin, openSession } from "./support/session";

test.use({ dataset: "access-by-option", serverArguments: serviceRequestArguments });

/** What an option opens in a company without texting v3. */
const opens = {
  HIDE_ANSWERS: [],
  TURBO_TEST_VIEW_ENABLED: ["/turbo", "/escalations"],
  WEBCHAT: ["/webChat"],
  TEXT_BLAST: ["/textBlast"],
  TW: ["/testwindow"],
  RP: ["/reporting"],
  OMNICHANNEL: ["/omnichannel", "/email"],
  MEETING_SUMMARIZER: ["/assistants"],
  SCOPE_OF_WORK_GENERATOR: ["/assistants"],
  POLICY_DRAFTING_TOOL: ["/assistants"],
  MEDIATION_CONSULTANT: ["/assistants"],
  SOCIAL_MEDIA_PR: ["/assistants"],
  DRAFT_EMAILS_LETTERS: ["/assistants"],
} as const satisfies Record<string, readonly Path[]>;

type Option = keyof typeof opens;

const all = Object.keys(opens) as Option[];

/** The routes that options open. */
const optional = [...new Set<Path>(Object.values(opens).flat())];

/** Sets Northgate's options, as a platform administrator does. */
async function setUp({ address }: Server, v3: boolean, options: readonly Option[]) {
  const usertoken = await openSession(address, "admin@parlor.example");
  const response = await fetch(`${address}/admin/companies/company-northgate`, {
    method: "PATCH",
    headers: { usertoken, "content-type": "application/json" },
    body: JSON.stringify({
      textline_webhook_v3_enabled: v3,
      dashboard_options: options,
      updateMask: "textlineWebhookV3Enabled,dashboardOptions",
    }),
  });
  expect(response.status, await response.text()).toBe(200);
}

for (const [v3, name, options] of [
  ...[[], ...all.map((one) => [one])].map((some) => [false, some.join() || "none", some] as const),
  [false, "every one", all],
  [true, "none", []],
  [true, "every one", all],
] as const) {
  test(`with v3 ${v3 ? "on" : "off"} and of the options ${name}, a manager opens only their screens`, async ({
    page,
    server,
  }) => {
    await setUp(server, v3, options);
    await enter(page, server.address, "manager@northgate.example", "/");
    await expect(page).toHaveURL(v3 ? "/turbo" : "/answers");
    const opened: Path[] = options.flatMap((option) => [...opens[option]]);
    const ofV3: Path[] = v3 ? ["/turbo", "/escalations"] : ["/answers"];
    const may = [...opened, ...ofV3, ...everybody, ...requests];
    // A single option is checked on the routes that options open.
    const checked = options.length === 1 ? optional : routes;
    await expectRoutes(page, v3 ? may.filter((path) => path !== "/testwindow") : may, checked);
    if (v3) return;
    await goWithin(page, "/answers");
    const hidden = options.includes("HIDE_ANSWERS");
    const shown = hidden ? "Test window" : "Knowledge Base";
    await expect(page.getByRole("heading", { level: 1, name: shown })).toBeVisible();
  });
}
