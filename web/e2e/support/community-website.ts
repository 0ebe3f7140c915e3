// The website of a community, on an origin of its own, and the settings of the chat that it shows.

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { call, password } from "./resident";

export type CommunityWebsite = {
  origin: string;
  /** The page that shows the chat. */
  page: string;
  /** Sets the snippet that its page contains. */
  show: (snippet: string) => void;
  stop: () => Promise<void>;
};

/** Opens a website on `localhost`, which is another site than the server's 127.0.0.1. */
export async function openCommunityWebsite(): Promise<CommunityWebsite> {
  let snippet = "";
  const server = createServer((request, response) => {
    if (request.url !== "/pool?from=mail") return response.writeHead(204).end();
    response.setHeader("content-type", "text/html; charset=utf-8");
    return response.end(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Harbor Row</title>
      <meta name="viewport" content="width=device-width"></head>
      <body><main><h1>Harbor Row</h1><p>The pool is open until 10 PM.</p>
      <a href="#rules">Rules</a></main>${snippet}</body></html>`,
    );
  });
  server.listen(0, "localhost");
  await once(server, "listening");
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    page: `${origin}/pool?from=mail`,
    show: (text) => {
      snippet = text;
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

type Site = { key: string; version: number };

const path = "/textCommunities/community/community-harbor-row/webChat";

async function signIn(address: string): Promise<string> {
  const login = { email: "admin@harborline.example", password };
  return (await call<{ token: string }>(address, "", "/users/login", login)).token;
}

/** Enables the chat of Harbor Row with these settings, and returns its key. */
export async function configureChat(address: string, change: object): Promise<string> {
  const token = await signIn(address);
  const { site } = await call<{ site: Site }>(address, token, path);
  const body = { version: site.version, isEnabled: true, ...change };
  const updated = await call<{ site: Site }>(address, token, path, body, "PATCH");
  return updated.site.key;
}

const weekdays = ["SUNDAY", "MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY"];

/** Gives the office of Harbor Row one hour in the week, three days from now. */
export async function closeOffice(address: string): Promise<void> {
  const token = await signIn(address);
  const day = weekdays[(new Date().getUTCDay() + 3) % 7];
  const businessHours = [{ day, opens: "09:00", closes: "10:00" }];
  const customized = "/admin/company/company-harborline/customizations";
  await call(address, token, customized, { customizations: { businessHours } }, "PUT");
}
