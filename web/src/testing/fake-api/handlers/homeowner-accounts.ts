// Homeowner accounts in the fake API. Files have the columns account, unit and balance.

import { clone, create } from "@bufbuild/protobuf";
import { Code, type ConnectRouter } from "@connectrpc/connect";
import {
  type HomeownerAccount,
  HomeownerAccountSchema,
  HomeownerService,
} from "../../../gen/parlor/v1/homeowner_service_pb";
import type { Db } from "../db";
import { createError, notFound } from "../errors";
import { findCommunity } from "../lookup";

const cloneAccount = (account: HomeownerAccount) => clone(HomeownerAccountSchema, account);

export function registerHomeownerAccountHandlers(router: ConnectRouter, db: Db): void {
  const of = (communityId: string) =>
    db.homeownerAccounts.filter((account) => account.communityId === communityId);
  const one = (id: string) => {
    const account = db.homeownerAccounts.find((candidate) => candidate.id === id);
    if (!account) throw notFound();
    return account;
  };

  router.service(HomeownerService, {
    listHomeownerAccounts({ communityId, query }) {
      findCommunity(db, communityId);
      const all = of(communityId);
      const has = ({ number, unit, name }: HomeownerAccount) =>
        `${number} ${unit} ${name}`.toLowerCase().includes(query.toLowerCase());
      return { accounts: all.filter(has).map(cloneAccount), total: all.length };
    },
    searchHomeownerAccounts({ query, limit }) {
      const words = query.toLowerCase().split(/\s+/).filter(Boolean);
      const seen = new Set(db.communities.map(({ id }) => id));
      const has = ({ number, unit, name, email, phones }: HomeownerAccount) => {
        const all = `${number} ${unit} ${name} ${email} ${phones.join(" ")}`.toLowerCase();
        const parts = all.split(/\s+/);
        return words.every((word) => parts.some((part) => part.startsWith(word)));
      };
      const found = db.homeownerAccounts.filter((one) => seen.has(one.communityId) && has(one));
      return { accounts: found.slice(0, limit || 20).map(cloneAccount) };
    },
    createHomeownerAccount({ $typeName: _, ...draft }) {
      if (of(draft.communityId).some(({ number }) => number === draft.number)) {
        throw createError(Code.AlreadyExists, "ACCOUNT_EXISTS", "There is one with this number.");
      }
      const account = create(HomeownerAccountSchema, { ...draft, id: db.id("account") });
      db.homeownerAccounts.push(account);
      return { account: cloneAccount(account) };
    },
    updateHomeownerAccount({ id, phones, tags, balance, ...change }) {
      const account = one(id);
      const { unit, name, inCollections, building, kind, language, doNotText } = change;
      Object.assign(account, { unit, name, inCollections, building, kind, language, doNotText });
      Object.assign(account, { phones: phones?.numbers ?? [], tags: tags?.tags ?? [] });
      if (balance?.cents !== undefined) account.balanceCents = balance.cents;
      else if (balance) delete account.balanceCents;
      return { account: cloneAccount(account) };
    },
    deleteHomeownerAccount({ id }) {
      one(id);
      db.homeownerAccounts = db.homeownerAccounts.filter((account) => account.id !== id);
      return {};
    },
    importHomeownerAccounts({ communityId, data, whole, dryRun }) {
      const lines = atob(data.split(",").pop() ?? "")
        .trim()
        .split("\n")
        .slice(1);
      const read = lines.map((line) => line.split(","));
      const good = read.filter(([, , balance = ""]) => !Number.isNaN(Number(balance)));
      const rejected = read
        .map(([number = "", , balance = ""], at) => ({ number, balance, line: at + 2 }))
        .filter(({ balance }) => Number.isNaN(Number(balance)))
        .map(({ number, balance, line }) => ({
          line,
          number,
          reason: `"${balance}" is no sum.`,
        }));
      const differences = good.map(([number = "", unit = "", balance = ""]) => {
        const before = of(communityId).find((one) => one.number === number);
        const after = before
          ? cloneAccount(before)
          : create(HomeownerAccountSchema, { communityId, number });
        Object.assign(after, { unit, balanceCents: Math.round(Number(balance) * 100) });
        return before ? { before: cloneAccount(before), after } : { after };
      });
      const named = new Set(read.map(([number]) => number));
      const gone = whole ? of(communityId).filter(({ number }) => !named.has(number)) : [];
      if (!dryRun) {
        for (const { after, ...rest } of differences) {
          const before = "before" in rest ? rest.before : undefined;
          if (before) Object.assign(one(before.id), after);
          else db.homeownerAccounts.push(Object.assign(after, { id: db.id("account") }));
        }
        db.homeownerAccounts = db.homeownerAccounts.filter(
          (account) => !gone.some(({ id }) => id === account.id),
        );
      }
      return {
        differences: [...differences, ...gone.map((before) => ({ before: cloneAccount(before) }))],
        added: differences.filter((it) => !("before" in it)).length,
        changed: differences.filter((it) => "before" in it).length,
        gone: gone.length,
        rejected,
        rejectedCount: rejected.length,
        preview: "seen",
      };
    },
  });
}
