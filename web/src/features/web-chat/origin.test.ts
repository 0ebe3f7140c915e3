import { expect, test } from "vitest";
import { toOrigin } from "./origin";

test.each([
  ["https://www.harbor-row.example", "https://www.harbor-row.example"],
  ["https://WWW.Harbor-Row.example/pool?day=1", "https://www.harbor-row.example"],
  ["www.harbor-row.example/pool", "https://www.harbor-row.example"],
  ["https://www.harbor-row.example:443/", "https://www.harbor-row.example"],
  ["https://www.harbor-row.example:8443", "https://www.harbor-row.example:8443"],
  ["http://localhost:3000/index.html", "http://localhost:3000"],
])("the origin of %s is %s", (address, origin) => {
  expect(toOrigin(address)).toBe(origin);
});

test.each(["http://www.harbor-row.example", "ftp://harbor-row.example", "not a website"])(
  "%s can't show a chat, and is unchanged",
  (address) => {
    expect(toOrigin(address)).toBe(address);
  },
);
