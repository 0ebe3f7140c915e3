// The scenarios of the fake API hold on the real server.
import { createGrpcWebTransport } from "@connectrpc/connect-web";
import { runScenario } from "../src/testing/scenario";
import { scenarios } from "../src/testing/scenarios";
import { expect, test } from "./support";
import { call } from "./support/resident";
import { openSession } from "./support/session";

test.use({ dataset: "scenarios" });

type Communities = { communities: { _id: string }[] };

test("the fake API's scenarios hold on the server", async ({ server: { address } }) => {
  const tokens = {
    administrator: await openSession(address, "admin@harborline.example"),
    manager: await openSession(address, "manager@harborline.example"),
    restricted: await openSession(address, "blaster@harborline.example"),
    platformAdministrator: await openSession(address, "admin@parlor.example"),
  };
  const list = "/textCommunities/turbo-communities?searchQuery=Harbor";
  const { communities } = await call<Communities>(address, tokens.manager, list);
  const communityId = communities[0]?._id ?? "";
  const world = { transport: createGrpcWebTransport({ baseUrl: address }), tokens, communityId };
  for (const scenario of scenarios) {
    await test.step(scenario.name, async () => {
      expect.soft(await runScenario(scenario, world), scenario.name).toEqual(scenario.expected);
    });
  }
});
