import { afterEach, expect, test, vi } from "vitest";
import { isVerified, parseSignedVisitor } from "./signed-visitor";

const given = {
  email: "Ann@mail.example",
  name: "Ann",
  expires: "1772463600",
  signature: "0f".repeat(32),
};

afterEach(() => void vi.restoreAllMocks());

test("a visitor whom the website signed is taken as given, without a name as well", () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  expect(parseSignedVisitor(given)).toEqual(given);
  expect(parseSignedVisitor({ ...given, name: undefined })).toEqual({ ...given, name: "" });
  expect(parseSignedVisitor({ ...given, name: "a".repeat(500) })?.name).toHaveLength(120);
  expect(parseSignedVisitor(undefined)).toBeUndefined();
  expect(warn).not.toHaveBeenCalled();
});

test("a visitor whom nobody can have signed is left out, and the console says why", () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const others = [
    { email: given.email },
    { ...given, expires: "tomorrow" },
    { ...given, expires: undefined },
    { ...given, signature: undefined },
    { ...given, signature: given.signature.toUpperCase() },
    { ...given, email: "a".repeat(300) },
    { ...given, email: 7 },
  ];
  for (const other of others) expect(parseSignedVisitor(other)).toBeUndefined();
  expect(warn).toHaveBeenCalledTimes(others.length);
});

test("a visitor is verified for their own address and for a while", () => {
  const now = Date.parse("2026-03-02T15:00:00Z");
  const until = (minutes: number) => new Date(now + minutes * 60_000).toISOString();
  const own = { verifiedEmail: "ann@mail.example", verifiedUntil: until(2) };
  expect(isVerified(own, given, now)).toBe(true);
  expect(isVerified({ ...own, verifiedUntil: until(1) }, given, now)).toBe(false);
  expect(isVerified({ ...own, verifiedEmail: "kim@mail.example" }, given, now)).toBe(false);
  expect(isVerified({ verifiedEmail: "", verifiedUntil: "" }, given, now)).toBe(false);
});
