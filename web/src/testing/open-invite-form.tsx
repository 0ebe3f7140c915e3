// Opens a form that invites a user, with links to leave it, in a test.

import { createRouterTransport, type HandlerContext } from "@connectrpc/connect";
import { TransportProvider } from "@connectrpc/connect-query";
import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { Link, MemoryRouter, Route, Routes } from "react-router";
import { createTransport } from "../api/transport";
import {
  ContractForm,
  FormCheckboxGroup,
  FormSelect,
  FormSubmit,
  FormSwitch,
  FormText,
  useContractForm,
} from "../forms";
import { type InviteUserRequest, UserService } from "../gen/parlor/v1/user_service_pb";

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

export function openInvite(answer: Answer = () => undefined, draft?: string) {
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

export async function fill(user: User) {
  await user.type(screen.getByLabelText("Email"), "kim@wickhamrowe.example");
  await user.type(screen.getByLabelText("First name"), "Kim");
  await user.type(screen.getByLabelText("Last name"), "Sato");
  await user.selectOptions(screen.getByLabelText("Job title"), "Leasing");
}

export const invite = () => screen.getByRole("button", { name: "Invite" });

/** Returns the accessible description of a field. */
export function descriptionOf(label: string): string {
  const ids = screen.getByLabelText(label).getAttribute("aria-describedby") ?? "";
  return ids
    .split(" ")
    .map((id) => document.getElementById(id)?.textContent)
    .join(" ");
}
