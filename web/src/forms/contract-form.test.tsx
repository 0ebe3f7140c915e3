import {
  Code,
  ConnectError,
  createRouterTransport,
  type HandlerContext,
} from "@connectrpc/connect";
import { TransportProvider } from "@connectrpc/connect-query";
import { render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { Link, MemoryRouter, Route, Routes } from "react-router";
import { expect, test } from "vitest";
import { createTransport } from "../api/transport";
import { BadRequestSchema } from "../gen/google/rpc/error_details_pb";
import { type InviteUserRequest, UserService } from "../gen/parlor/v1/user_service_pb";
import { draftKey } from "../lib/drafts";
import { installNavigationGuard } from "../lib/navigation-guard";
import { createError } from "../testing/fake-api/errors";
import {
  ContractForm,
  FormCheckboxGroup,
  FormSelect,
  FormSubmit,
  FormSwitch,
  FormTags,
  FormText,
  useContractForm,
} from ".";

installNavigationGuard();

type Answer = (request: InviteUserRequest, context: HandlerContext) => void;

const start = { email: "", firstName: "", lastName: "", role: "", textCommunities: ["harbor"] };
const titles = ["Leasing", "Accounting"].map((value) => ({ value, label: value }));
const places = ["harbor", "alder"].map((value) => ({ value, label: value }));

function Invite({ draft }: { draft?: string | undefined }) {
  const form = useContractForm(UserService.method.inviteUser, {
    start,
    ...(draft ? { draft } : {}),
    onDone: (_, done) => done.clear(),
  });
  return (
    <ContractForm of={form} label="Invite">
      <FormText of={form} name="email" label="Email" type="email" />
      <FormText of={form} name="firstName" label="First name" />
      <FormText of={form} name="lastName" label="Last name" />
      <FormSelect of={form} name="role" label="Job title" options={titles} empty="Choose" />
      <FormCheckboxGroup of={form} name="textCommunities" label="Communities" options={places} />
      <FormSwitch of={form} name="isRestrictedView" label="Blaster alone" />
      <FormSubmit of={form}>Invite</FormSubmit>
    </ContractForm>
  );
}

function open(answer: Answer = () => undefined, draft?: string) {
  const calls: { request: InviteUserRequest; key: string | null }[] = [];
  const server = createRouterTransport(({ service }) => {
    service(UserService, {
      inviteUser(request, context) {
        calls.push({ request, key: context.requestHeader.get("idempotency-key") });
        answer(request, context);
        return {};
      },
    });
  });
  const transport = createTransport({ base: "", bot: "", tenants: "" }, () => server);
  const page = render(
    <TransportProvider transport={transport}>
      <MemoryRouter initialEntries={["/invite"]}>
        <Link to="/elsewhere">Elsewhere</Link>
        <Link to="/invite?tab=two">Second tab</Link>
        <Routes>
          <Route path="/invite" element={<Invite draft={draft} />} />
          <Route path="/elsewhere" element={<p>You left.</p>} />
        </Routes>
      </MemoryRouter>
    </TransportProvider>,
  );
  return { ...page, calls, user: userEvent.setup() };
}

type User = ReturnType<typeof userEvent.setup>;

async function fill(user: User) {
  await user.type(screen.getByLabelText("Email"), "kim@wickhamrowe.example");
  await user.type(screen.getByLabelText("First name"), "Kim");
  await user.type(screen.getByLabelText("Last name"), "Sato");
  await user.selectOptions(screen.getByLabelText("Job title"), "Leasing");
}

const invite = () => screen.getByRole("button", { name: "Invite" });

/** Returns the accessible description of a field. */
function descriptionOf(label: string): string {
  const ids = screen.getByLabelText(label).getAttribute("aria-describedby") ?? "";
  return ids
    .split(" ")
    .map((id) => document.getElementById(id)?.textContent)
    .join(" ");
}

test("a field shows a violation once it loses the focus, not before", async () => {
  const { user } = open();
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
  const { user, calls } = open();
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
  const { user, calls } = open();
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
  const { user } = open(() => {
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
  const { user, calls } = open(() => {
    throw new ConnectError("down", Code.Unavailable);
  });
  await fill(user);
  await user.click(invite());
  await screen.findByText("Can't reach the server.");
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
  const { user } = open();
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
  const first = open(undefined, draftKey("invite", "dana"));
  await fill(first.user);
  await first.user.click(screen.getByRole("link", { name: "Elsewhere" }));
  await screen.findByText("You left.");
  first.unmount();
  const { user, calls, unmount } = open(undefined, draftKey("invite", "dana"));
  expect(screen.getByLabelText("First name")).toHaveProperty("value", "Kim");
  await user.click(invite());
  await waitFor(() => expect(calls).toHaveLength(1));
  unmount();
  open(undefined, draftKey("invite", "dana"));
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
  const { user, calls, unmount } = open(
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
  open(undefined, draftKey("invite", "dana"));
  expect(screen.getByLabelText("First name")).toHaveProperty("value", "");
});
