// Homeowners' accounts in the house in memory. A file is read as account,unit,balance.

import { clone, create } from "@bufbuild/protobuf";
import { Code, type ConnectRouter } from "@connectrpc/connect";
import {
  type HomeownerAccount,
  HomeownerAccountSchema,
  HomeownerService,
} from "../gen/parlor/v1/homeowner_service_pb";
import { caller, communityOf, notFound, type Rooms, refusal } from "./house";

const copy = (account: HomeownerAccount) => clone(HomeownerAccountSchema, account);

export function ledger(router: ConnectRouter, rooms: Rooms): void {
  const of = (communityId: string) =>
    rooms.homeowners.filter((account) => account.communityId === communityId);
  const one = (id: string) => {
    const account = rooms.homeowners.find((known) => known.id === id);
    if (!account) throw notFound();
    return account;
  };

  router.service(HomeownerService, {
    listHomeownerAccounts({ communityId, searchQuery }, context) {
      caller(rooms, context);
      communityOf(rooms, communityId);
      const all = of(communityId);
      const has = ({ number, unit, name }: HomeownerAccount) =>
        `${number} ${unit} ${name}`.toLowerCase().includes(searchQuery.toLowerCase());
      return { accounts: all.filter(has).map(copy), total: all.length };
    },
    createHomeownerAccount({ $typeName: _, ...draft }, context) {
      caller(rooms, context);
      if (of(draft.communityId).some(({ number }) => number === draft.number)) {
        throw refusal(Code.AlreadyExists, "ACCOUNT_EXISTS", "There is one with this number.");
      }
      const account = create(HomeownerAccountSchema, { ...draft, id: rooms.id("account") });
      rooms.homeowners.push(account);
      return { account: copy(account) };
    },
    updateHomeownerAccount({ id, phones, forgetBalance, balanceCents, ...change }, context) {
      caller(rooms, context);
      const account = one(id);
      const { unit, name, inCollections } = change;
      Object.assign(account, { unit, name, inCollections, phones: phones?.numbers ?? [] });
      if (forgetBalance) delete account.balanceCents;
      else if (balanceCents !== undefined) account.balanceCents = balanceCents;
      return { account: copy(account) };
    },
    deleteHomeownerAccount({ id }, context) {
      caller(rooms, context);
      one(id);
      rooms.homeowners = rooms.homeowners.filter((account) => account.id !== id);
      return {};
    },
    importHomeownerAccounts({ communityId, data, whole, dryRun }, context) {
      caller(rooms, context);
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
        const before = of(communityId).find((known) => known.number === number);
        const after = before
          ? copy(before)
          : create(HomeownerAccountSchema, { communityId, number });
        Object.assign(after, { unit, balanceCents: Math.round(Number(balance) * 100) });
        return before ? { before: copy(before), after } : { after };
      });
      const named = new Set(read.map(([number]) => number));
      const gone = whole ? of(communityId).filter(({ number }) => !named.has(number)) : [];
      if (!dryRun) {
        for (const { after, ...rest } of differences) {
          const before = "before" in rest ? rest.before : undefined;
          if (before) Object.assign(one(before.id), after);
          else rooms.homeowners.push(Object.assign(after, { id: rooms.id("account") }));
        }
        rooms.homeowners = rooms.homeowners.filter(
          (account) => !gone.some(({ id }) => id === account.id),
        );
      }
      return {
        differences: [...differences, ...gone.map((before) => ({ before: copy(before) }))],
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
