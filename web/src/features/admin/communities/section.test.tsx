import { create } from "@bufbuild/protobuf";
import { Code } from "@connectrpc/connect";
import { render, screen, waitFor, within } from "@testing-library/react";
import { toast as notices } from "sonner";
import { afterEach, expect, test, vi } from "vitest";
import { CommunityRequestState, TextCommunitySchema } from "../../../gen/parlor/v1/community_pb";
import { Software } from "../../../gen/parlor/v1/software_pb";
import { inVantaca, path, rows } from "../../../testing/communities-section";
import { createError } from "../../../testing/fake-api/errors";
import { visit } from "../../../testing/visit";
import { type CommunityActions, liveColumns } from "./columns";

afterEach(() => {
  vi.unstubAllGlobals();
  // Toasts outlive the page, as in a browser.
  notices.dismiss();
});

test("communities are found by part of their name, which is kept in the URL", async () => {
  const { user, location } = visit(path);
  await (await rows()).findByRole("button", { name: "Harbor Row" });
  await user.type(screen.getByLabelText("Search communities"), "alder");
  await waitFor(async () =>
    expect((await rows()).queryByRole("button", { name: "Harbor Row" })).toBeNull(),
  );
  expect(location.path).toBe(`${path}&find=alder`);
  await user.type(screen.getByLabelText("Search communities"), "!");
  await screen.findByText("No matching communities");
});

test("a community shows its coverage and its open escalations", async () => {
  // Without an IntersectionObserver every row counts as visible.
  vi.stubGlobal("IntersectionObserver", undefined);
  visit(path);
  const name = await (await rows()).findByRole("button", { name: "Harbor Row" });
  const row = within(name.closest("tr") as HTMLElement);
  expect(await row.findByText("100%")).toBeTruthy();
  const open = row.getAllByRole("cell").at(-3)?.textContent;
  expect(open).toMatch(/^\d+$/);
});

test("a number of open escalations that is capped says so", () => {
  const cellOf = (openEscalations: CommunityActions["openEscalations"]) => {
    const actions = { openEscalations } as CommunityActions;
    const column = liveColumns(actions, Software.UNSPECIFIED).find(({ id }) => id === "open");
    return render(<p>{column?.cell(create(TextCommunitySchema))}</p>).container.textContent;
  };
  expect(cellOf(() => ({ count: 12, isCapped: false }))).toBe("12");
  expect(cellOf(() => ({ count: 12, isCapped: true }))).toBe("12+");
  expect(cellOf(() => undefined)).toBe("–");
});

test("communities that have nearly used their text plan are named, with a bar in their row", async () => {
  visit(path, {
    prepare: ({ db }) => {
      const [first, second] = db.communities.filter(({ label }) => /^(Harbor|Quarry)/.test(label));
      if (first && second) db.usedSegments.set(first.id, 1020).set(second.id, 812);
    },
  });
  const name = await (await rows()).findByRole("button", { name: "Harbor Row" });
  const row = within(name.closest("tr") as HTMLElement);
  expect(await row.findByText("102%")).toBeTruthy();
  expect(row.getByText(/1,020 of 1,000 text segments this month/)).toBeTruthy();
  expect(name.closest("tr")?.querySelector(".meter__fill--danger")).toBeTruthy();
  expect(await screen.findByText(/^Harbor Row used all of this month's/)).toBeTruthy();
  expect(screen.getByText(/^Quarry Hill Tower used at least 80% of this month's/)).toBeTruthy();
});

test("without a threshold that is reached, there is no warning", async () => {
  visit(path);
  const name = await (await rows()).findByRole("button", { name: "Harbor Row" });
  expect(await within(name.closest("tr") as HTMLElement).findByText("0%")).toBeTruthy();
  expect(screen.queryByText("Texts will still be sent.")).toBeNull();
});

test("communities are sorted by a column, which is kept in the URL", async () => {
  const { user, location } = visit(path);
  const names = async () =>
    (await rows())
      .getAllByRole("row")
      .slice(1)
      .map((row) => within(row).getAllByRole("button")[0]?.textContent);
  const first = async () => (await names())[0];
  await user.click(await (await rows()).findByRole("button", { name: "Units" }));
  await waitFor(async () => expect(await first()).toBe("Fenwick Court"));
  expect(location.path).toBe(`${path}&sort=units`);
  await user.click((await rows()).getByRole("button", { name: "Units" }));
  await waitFor(async () => expect(await first()).toBe("Quarry Hill Tower"));
  const head = (await rows()).getByRole("columnheader", { name: "Units" });
  expect(head.getAttribute("aria-sort")).toBe("descending");
  await user.click((await rows()).getByRole("button", { name: "Units" }));
  expect(location.path).toBe(path);
});

test("communities are filtered by the software that has a code for them", async () => {
  const { user, location } = visit(path, {
    prepare: ({ db }) => {
      const harbor = db.communities.find(({ id }) => id === "harbor");
      if (harbor) harbor.cincAssocCode = "HARB";
    },
  });
  await user.selectOptions(await screen.findByLabelText("Software"), "CINC");
  await waitFor(async () =>
    expect((await rows()).queryByRole("button", { name: "The Alder" })).toBeNull(),
  );
  expect((await rows()).getByText("HARB")).toBeTruthy();
  expect(location.path).toBe(`${path}&software=cincAssocCode`);
  await user.selectOptions(screen.getByLabelText("Software"), "No code");
  await (await rows()).findByRole("button", { name: "The Alder" });
  expect((await rows()).queryByRole("button", { name: "Harbor Row" })).toBeNull();
});

test("platform administrators choose the company whose communities are listed", async () => {
  const { user, location } = visit(path, { as: "ines" });
  await screen.findByRole("option", { name: "Wickham & Rowe" });
  await user.selectOptions(screen.getByLabelText("Company"), "wickham");
  await (await rows()).findByRole("button", { name: "Harbor Row" });
  expect(location.path).toBe(`${path}&company=wickham`);
});

/** More than the server returns at once. */
const many = Array.from({ length: 201 }, (_, number) => `${number + 1}`);

test("communities are sorted and found by software beyond the first 200", async () => {
  const { user } = visit(`${path}&software=cincAssocCode`, {
    prepare: ({ db }) => {
      const [first] = db.communities;
      if (!first) throw new Error("There is a community.");
      const more = many.map((number) => ({ ...first, id: number, label: `Court ${number}` }));
      db.communities.push(...more);
      for (const [at, community] of db.communities.slice(-2).entries())
        Object.assign(community, { cincAssocCode: `C${at}`, units: 2 - at });
    },
  });
  const names = async () =>
    (await rows()).getAllByRole("button", { name: /^Court/ }).map(({ textContent }) => textContent);
  await (await rows()).findByRole("button", { name: "Court 201" });
  expect(await names()).toEqual(["Court 200", "Court 201"]);
  await user.click((await rows()).getByRole("button", { name: "Units" }));
  expect(await names()).toEqual(["Court 201", "Court 200"]);
});

test("platform administrators choose among all companies, also beyond the first 200", async () => {
  visit(path, {
    as: "ines",
    prepare: ({ db }) => {
      const [first] = db.companies;
      if (!first) throw new Error("There is a company.");
      db.companies.push(
        ...many.map((number) => ({
          ...first,
          id: number,
          label: `Firm ${number}`,
          name: `Firm ${number}`,
        })),
      );
    },
  });
  const choice = within(await screen.findByLabelText("Company"));
  expect(await choice.findByRole("option", { name: "Firm 201" })).toBeTruthy();
});

test("a community without its code is incomplete", async () => {
  visit(path, { prepare: ({ db }) => inVantaca({ db }) });
  expect((await (await rows()).findAllByText("Incomplete")).length).toBe(6);
});

test("deleting requires a reason, and deleted communities show the time left to restore them", async () => {
  const { user, db, location } = visit(path);
  await user.click(await screen.findByRole("button", { name: "More actions for Harbor Row" }));
  await user.click(await screen.findByRole("menuitem", { name: "Delete…" }));
  await user.click(await screen.findByRole("button", { name: "Delete community" }));
  await screen.findByText("Enter a reason of at least 10 characters.");
  await user.type(screen.getByLabelText("Reason"), "It left us for good.");
  await user.click(screen.getByRole("button", { name: "Delete community" }));
  await screen.findByText("Deleted Harbor Row.");
  await user.click(screen.getByRole("radio", { name: "Deleted" }));
  await screen.findByText("It left us for good.");
  expect(screen.getByText("30 days")).toBeTruthy();
  expect(location.path).toBe(`${path}&show=deleted`);
  await user.click(screen.getByRole("button", { name: "Restore Harbor Row" }));
  await screen.findByText("No deleted communities");
  expect(db.communities.some(({ id }) => id === "harbor")).toBe(true);
});

test("accepting a request fills in the new community", async () => {
  const { user, db } = visit("/admin?section=requests");
  await user.click(await screen.findByRole("button", { name: "Accept Lantern Square" }));
  const sheet = within(await screen.findByRole("dialog", { name: "New community" }));
  await waitFor(() =>
    expect(sheet.getByLabelText("Name")).toHaveProperty("value", "Lantern Square"),
  );
  await user.click(sheet.getByRole("button", { name: "Create community" }));
  await (await rows()).findByRole("button", { name: "Lantern Square" });
  expect(db.communityRequests[0]?.state).toBe(CommunityRequestState.ACTIVE);
});

test("a declined request keeps its reason", async () => {
  const { user } = visit("/admin?section=requests");
  await user.click(await screen.findByRole("button", { name: "Decline Lantern Square" }));
  await user.type(await screen.findByLabelText("Reason"), "Not ours.");
  await user.click(screen.getByRole("button", { name: "Decline request" }));
  await screen.findByText("“Not ours.”");
  expect(screen.queryByRole("button", { name: "Accept Lantern Square" })).toBeNull();
});

test("a list that fails to load shows the reason and retries", async () => {
  const { user, db } = visit(path, {
    prepare: ({ db }) =>
      db.failingMethods.set("ListCommunities", createError(Code.Internal, "INTERNAL", "It broke.")),
  });
  await screen.findByText("Couldn't load communities");
  db.failingMethods.clear();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await (await rows()).findByRole("button", { name: "Harbor Row" });
});
