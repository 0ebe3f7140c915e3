import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { visit } from "../../testing/visit";

const loadTimeout = { timeout: 60_000 };
const claimed = "escalation-0";
const priya = "escalation-1";

afterEach(() => vi.restoreAllMocks());

function mockNarrowWindow() {
  const original = window.matchMedia.bind(window);
  vi.spyOn(window, "matchMedia").mockImplementation((query) => {
    const list = original(query);
    const matches = /max-width/.test(query);
    return new Proxy(list, {
      get: (target, name) => {
        if (name === "matches") return matches;
        const value = Reflect.get(target, name);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
  });
}

const answerField = () =>
  screen.findByLabelText<HTMLTextAreaElement>("Your answer", {}, loadTimeout);

function claimForMarcus({ db }: ReturnType<typeof visit>["fakeApi"], ...ids: string[]) {
  for (const one of db.escalations.filter(({ id }) => ids.includes(id))) {
    one.claimedById = "marcus";
    one.claimedBy = "Marcus Bell";
  }
}

test("E on a claimed escalation focuses the notice, and typed letters have no effect", async () => {
  const { user, location } = visit(`/escalations?id=${claimed}`);
  const notice = (await screen.findByText("Marcus Bell is working on this.", {}, loadTimeout))
    .parentElement?.parentElement;
  await user.keyboard("e");
  expect(document.activeElement).toBe(notice);
  await user.keyboard("jek ");
  expect(location.path).toContain(claimed);
  await user.keyboard("{Escape}j");
  await waitFor(() => expect(location.path).toContain(priya));
});

test("taking over by keyboard focuses the answer field", async () => {
  const { user, fakeApi } = visit(`/escalations?id=${claimed}`);
  await screen.findByText("Marcus Bell is working on this.", {}, loadTimeout);
  await user.keyboard("e{Tab}{Enter}");
  const field = await answerField();
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(fakeApi.db.escalations.find(({ id }) => id === claimed)?.claimedById).toBe("dana");
});

test("the next escalation has the focus after an answer", async () => {
  const { user, location } = visit(`/escalations?id=${priya}`);
  await answerField();
  await user.keyboard("e{Control>}{Enter}{/Control}");
  await waitFor(() => expect(location.path).toContain("escalation-2"));
  await waitFor(() =>
    expect(document.activeElement?.getAttribute("aria-label")).toBe(
      "Escalation from Josephine Abara",
    ),
  );
  await user.keyboard("j");
  await waitFor(() => expect(location.path).toContain("escalation-3"));
});

test("shortcuts are disabled after an answer until the next escalation is shown", async () => {
  const { user, location, fakeApi } = visit(`/escalations?id=${priya}`, {
    prepare: ({ db }) => {
      db.escalations = db.escalations.filter(({ id }) => id === priya);
    },
  });
  await answerField();
  await user.keyboard("e{Control>}{Enter}{/Control}");
  await screen.findByRole("heading", { name: "You're all caught up" }, loadTimeout);
  expect(location.path).not.toContain(priya);
  expect(fakeApi.db.escalations[0]?.reviewed).toBe(true);
});

test("J and K skip claimed escalations on request", async () => {
  const { user, location } = visit(`/escalations?id=${priya}`, {
    prepare: (api) => claimForMarcus(api, "escalation-2", "escalation-3"),
  });
  await answerField();
  await user.click(screen.getByLabelText("Skip claimed"));
  await waitFor(() => expect(location.path).toContain("skip=claimed"));
  await user.keyboard("j");
  await waitFor(() => expect(location.path).toContain("escalation-4"));
  await user.keyboard("k");
  await waitFor(() => expect(location.path).toContain(priya));
});

test("a narrow window shows the exact text in the footer, above the button", async () => {
  mockNarrowWindow();
  visit(`/escalations?id=${priya}`);
  await answerField();
  const text = await screen.findByRole("region", { name: "Text that will be sent" }, loadTimeout);
  expect(text.textContent).toMatch(/^Hi Priya, about your question: Yes\./);
  within(text.parentElement ?? text).getByRole("button", { name: "Answer, train and notify" });
});
