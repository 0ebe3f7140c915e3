// A mail server on loopback that accepts and keeps all emails.

import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

export type Mail = { to: string; subject: string; text: string };

export type Mailbox = { url: string; mails: Mail[]; stop: () => Promise<void> };

function header(head: string, name: string): string {
  return new RegExp(`^${name}: (.*)$`, "im").exec(head)?.[1]?.trim() ?? "";
}

/** Returns the decoded text of the first part, from quoted-printable or base64. */
function textOf(head: string, body: string): string {
  const encoding = header(head, "Content-Transfer-Encoding").toLowerCase();
  if (encoding === "base64") return Buffer.from(body, "base64").toString("utf8");
  if (encoding !== "quoted-printable") return body;
  const bytes = body
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}

function read(raw: string): Mail {
  const [head = "", ...rest] = raw.split("\r\n\r\n");
  const unfolded = head.replace(/\r\n[ \t]+/g, " ");
  const text = textOf(unfolded, rest.join("\r\n\r\n")).replaceAll("\r\n", "\n");
  return { to: header(unfolded, "To"), subject: header(unfolded, "Subject"), text };
}

/** The subset of RFC 5321 that the client uses. */
function serve(socket: Socket, mails: Mail[]): void {
  let waiting = "";
  let data = false;
  const say = (line: string) => socket.write(`${line}\r\n`);
  const take = (line: string) => {
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === "EHLO") return say("250-mail.example\r\n250 8BITMIME");
    if (verb === "DATA") {
      data = true;
      return say("354 Go on");
    }
    if (verb === "QUIT") {
      say("221 Bye");
      return socket.end();
    }
    return say("250 OK");
  };
  socket.setEncoding("latin1");
  socket.on("error", () => socket.destroy());
  socket.on("data", (chunk: string) => {
    waiting += chunk;
    for (;;) {
      const end = waiting.indexOf(data ? "\r\n.\r\n" : "\r\n");
      if (end < 0) return;
      const piece = waiting.slice(0, end);
      waiting = waiting.slice(end + (data ? 5 : 2));
      if (!data) take(piece);
      else {
        data = false;
        mails.push(read(Buffer.from(piece, "latin1").toString("utf8").replace(/^\.\./gm, ".")));
        say("250 Taken");
      }
    }
  });
  say("220 mail.example");
}

export async function openMailbox(): Promise<Mailbox> {
  const mails: Mail[] = [];
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket));
    serve(socket, mails);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    for (const socket of open) socket.destroy();
    server.close();
    await once(server, "close");
  };
  return { url: `smtp://127.0.0.1:${port}`, mails, stop };
}
