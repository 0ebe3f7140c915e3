// The website of a community, on an origin of its own, and the settings of the chat that it shows.

import { createHmac } from "node:crypto";
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

const community = "/textCommunities/community/community-harbor-row";
const path = `${community}/webChat`;

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

/** Creates the signing secret of the chat of Harbor Row. */
export async function createSigningSecret(address: string): Promise<string> {
  const token = await signIn(address);
  const secret = `${path}/signingSecret`;
  return (await call<{ signingSecret: string }>(address, token, secret, {})).signingSecret;
}

/** Returns the attributes with which the website tells the chat who is signed in, as its server signs them. */
export function signVisitor(secret: string, key: string, email: string): string {
  const expires = Math.floor(Date.now() / 1000) + 3600;
  const signed = `${key}\n${email.toLowerCase()}\n${expires}`;
  const signature = createHmac("sha256", secret).update(signed).digest("hex");
  return `data-email="${email}" data-expires="${expires}" data-signature="${signature}"`;
}

/** Lets the bot tell the balance of a new account with this address, which is $40. */
export async function shareBalance(address: string, email: string): Promise<void> {
  const token = await signIn(address);
  const persona = { homeownerAuth: "ONE_TIME_CODE" };
  await call(address, token, `${community}/model/persona`, persona, "PUT");
  const answer = { question: "What is my balance?", answer: "You owe {balance}." };
  await call(address, token, `${community}/answers`, answer);
  const owner = { number: "HR-9104", unit: "4B", name: "Ann Kowalski", email };
  await call(address, token, `${community}/accounts`, { ...owner, balanceCents: 4000 });
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
