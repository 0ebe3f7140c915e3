import { create } from "@bufbuild/protobuf";
import { expect, it } from "vitest";
import {
  HomeownerAccountDifferenceSchema,
  HomeownerAccountSchema,
} from "../../gen/parlor/v1/homeowner_service_pb";
import { balanceLabel, differenceLines } from "./labels";

it("labels a balance, a credit and an unknown balance", () => {
  const words = (balanceCents?: number) =>
    balanceLabel(
      create(HomeownerAccountSchema, {
        balanceOn: "2026-05-03",
        ...(balanceCents === undefined ? {} : { balanceCents }),
      }),
    );
  expect(words(123456)).toBe("$1,234.56 as of May 3, 2026");
  expect(words(-500)).toBe("$5.00 credit as of May 3, 2026");
  expect(words()).toBe("Unknown");
});

it("lists the values of a new account", () => {
  const after = { number: "A-1", name: "Ana Ruiz", phones: ["+12025550101"], balanceCents: 500 };
  const linesOf = (account: typeof after | { number: string }) =>
    differenceLines(create(HomeownerAccountDifferenceSchema, { after: account }));
  expect(linesOf(after)).toEqual(["Ana Ruiz · (202) 555-0101 · $5.00"]);
  expect(linesOf({ number: "A-1" })).toEqual([]);
});

it("lists the changes of an account", () => {
  const difference = create(HomeownerAccountDifferenceSchema, {
    before: { number: "A-1", unit: "4B", phones: ["+12025550101"] },
    after: { number: "A-1", unit: "4C", phones: [], inCollections: true },
  });
  expect(differenceLines(difference)).toEqual([
    "Unit: 4B → 4C",
    "Phone numbers: (202) 555-0101 → none",
    "In collections: no → yes",
  ]);
});
