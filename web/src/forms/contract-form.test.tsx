import { Code, ConnectError, createRouterTransport } from "@connectrpc/connect";
import { TransportProvider } from "@connectrpc/connect-query";
import { render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { BadRequestSchema } from "../gen/google/rpc/error_details_pb";
import { UserService } from "../gen/parlor/v1/user_service_pb";
import { draftKey } from "../lib/drafts";
import { installNavigationGuard } from "../lib/navigation-guard";
import { createError } from "../testing/fake-api/errors";
import { descriptionOf, fill, invite, openInvite } from "../testing/open-invite-form";
import { ContractForm, FormSubmit, FormTags, useContractForm } from ".";

installNavigationGuard();

test("a field shows a violation once it loses the focus, not before", async () => {
  const { user } = openInvite();
  const email = screen.getByLabelText("Email");
  await user.type(email, "kim@");
  expect(email.getAttribute("aria-invalid")).toBeNull();
  await user.tab();
  await waitFor(() =>
    expect(descriptionOf("Email")).toBe("Enter an email address, such as name@company.example."),
  );
  expect(descriptionOf("First name")).toBe("");
  await user.type(email, "wickhamrowe.example");
  await waitFor(() => expect(descriptionOf("Email")).toBe(""));
});

test("submitting focuses the first invalid field, and nothing is sent", async () => {
  const { user, calls } = openInvite();
  await user.click(invite());
  await waitFor(() => expect(descriptionOf("First name")).toBe("This field is required."));
  expect(descriptionOf("Email")).toBe("This field is required.");
  expect(descriptionOf("Job title")).toBe("Choose one.");
  expect(document.activeElement).toBe(screen.getByLabelText("Email"));
  await user.click(screen.getByLabelText("First name"));
  await user.paste("n".repeat(61));
  await waitFor(() =>
    expect(descriptionOf("First name")).toBe("Use at most 60 characters; this has 61."),
  );
  expect(calls).toHaveLength(0);
});

test("field values and preset values are sent together", async () => {
  const { user, calls } = openInvite();
  await fill(user);
  await user.click(screen.getByLabelText("alder"));
  await user.click(screen.getByRole("switch", { name: "Blaster alone" }));
  await user.click(invite());
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]?.request).toMatchObject({
    email: "kim@wickhamrowe.example",
    role: "Leasing",
    textCommunities: ["harbor", "alder"],
    isRestrictedView: true,
  });
  await waitFor(() => expect(screen.getByLabelText("Email")).toHaveProperty("value", ""));
});

test("the server's violations are shown at their fields, and the rest at the form", async () => {
  const fieldViolations = [
    { field: "first_name", description: "Kim works here already." },
    { field: "company_id", description: "The company is closed." },
  ];
  const { user } = openInvite(() => {
    throw new ConnectError("first_name: no", Code.InvalidArgument, undefined, [
      { desc: BadRequestSchema, value: { fieldViolations } },
    ]);
  });
  await fill(user);
  await user.click(invite());
  await waitFor(() => expect(descriptionOf("First name")).toBe("Kim works here already."));
  expect(document.activeElement).toBe(screen.getByLabelText("First name"));
  expect(screen.getByRole("alert").textContent).toContain("The company is closed.");
});

test("a retry has the same idempotency key; another request has another", async () => {
  const { user, calls } = openInvite(() => {
    throw new ConnectError("down", Code.Unavailable);
  });
  await fill(user);
  await user.click(invite());
  await screen.findByText("Can't reach the server.");
  // The form has no draft.
  expect(screen.getByRole("alert").textContent).not.toContain("saved");
  await user.click(invite());
  await waitFor(() => expect(calls).toHaveLength(2));
  await user.type(screen.getByLabelText("Last name"), "n");
  await user.click(invite());
  await waitFor(() => expect(calls).toHaveLength(3));
  const [first, second, third] = calls.map((call) => call.key);
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test("leaving with unsaved changes asks first", async () => {
  const { user } = openInvite();
  await user.type(screen.getByLabelText("Last name"), "Sato");
  for (const name of ["Second tab", "Elsewhere"]) {
    await user.click(screen.getByRole("link", { name }));
    await user.click(await screen.findByRole("button", { name: "Keep editing" }));
  }
  expect(screen.getByLabelText("Last name")).toHaveProperty("value", "Sato");
  expect(window.dispatchEvent(new Event("beforeunload", { cancelable: true }))).toBe(false);
  await user.click(screen.getByRole("link", { name: "Elsewhere" }));
  await user.click(await screen.findByRole("button", { name: "Leave without saving" }));
  await screen.findByText("You left.");
  expect(window.dispatchEvent(new Event("beforeunload", { cancelable: true }))).toBe(true);
});

test("a draft is restored until it is sent", async () => {
  const first = openInvite(undefined, draftKey("invite", "dana"));
  await fill(first.user);
  await first.user.click(screen.getByRole("link", { name: "Elsewhere" }));
  await screen.findByText("You left.");
  first.unmount();
  const { user, calls, unmount } = openInvite(undefined, draftKey("invite", "dana"));
  expect(screen.getByLabelText("First name")).toHaveProperty("value", "Kim");
  await user.click(invite());
  await waitFor(() => expect(calls).toHaveLength(1));
  unmount();
  openInvite(undefined, draftKey("invite", "dana"));
  expect(screen.getByLabelText("First name")).toHaveProperty("value", "");
});

test("tags accept a pasted list, and show which one is invalid", async () => {
  function Codes() {
    const form = useContractForm(UserService.method.updateUser, {
      start: { id: "kim", preferredVendors: [] },
    });
    return (
      <ContractForm of={form} label="Vendors">
        <FormTags of={form} name="preferredVendors" label="Vendors" />
        <FormSubmit of={form}>Save</FormSubmit>
      </ContractForm>
    );
  }
  const transport = createRouterTransport(() => undefined);
  render(
    <TransportProvider transport={transport}>
      <MemoryRouter>
        <Codes />
      </MemoryRouter>
    </TransportProvider>,
  );
  const user = userEvent.setup();
  const field = screen.getByRole("textbox", { name: "Vendors" });
  await user.click(field);
  await user.paste(`Ace Plumbing, Bolt; ${"v".repeat(121)}`);
  expect(screen.getAllByRole("listitem")).toHaveLength(3);
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText(/vvv”: Use at most 120 characters; this has 121\./);
  await user.type(field, "{Backspace}");
  expect(screen.getAllByRole("listitem")).toHaveLength(2);
});

test("a request whose response was lost succeeds, and its draft is deleted", async () => {
  const { user, calls, unmount } = openInvite(
    () => {
      throw createError(Code.Aborted, "IDEMPOTENT_RESULT_LOST", "This was carried out.");
    },
    draftKey("invite", "dana"),
  );
  await fill(user);
  await user.click(invite());
  await waitFor(() => expect(screen.getByLabelText("Email")).toHaveProperty("value", ""));
  expect(calls).toHaveLength(1);
  expect(screen.queryByRole("alert")).toBeNull();
  unmount();
  openInvite(undefined, draftKey("invite", "dana"));
  expect(screen.getByLabelText("First name")).toHaveProperty("value", "");
});
