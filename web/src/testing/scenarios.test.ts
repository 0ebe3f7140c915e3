import { expect, test } from "vitest";
import { createFakeApi } from "./fake-api";
import { tokenFor } from "./fake-api/lookup";
import { runScenario } from "./scenario";
import { scenarios } from "./scenarios";

const tokens = {
  administrator: tokenFor("dana"),
  manager: tokenFor("marcus"),
  restricted: tokenFor("rae"),
  platformAdministrator: tokenFor("ines"),
};

for (const scenario of scenarios) {
  test(`in the fake API, ${scenario.name}`, async () => {
    const { transport } = createFakeApi();
    const world = { transport, tokens, communityId: "harbor" };
    expect(await runScenario(scenario, world)).toEqual(scenario.expected);
  });
}
