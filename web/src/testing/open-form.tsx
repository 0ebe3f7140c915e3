// Opens a form of one call in a test.

import {
  create,
  type DescMessage,
  type DescMethodUnary,
  type MessageInitShape,
  type MessageShape,
} from "@bufbuild/protobuf";
import { Code, ConnectError, createRouterTransport } from "@connectrpc/connect";
import { TransportProvider } from "@connectrpc/connect-query";
import { render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router";
import { expect } from "vitest";
import { createTransport } from "../api/transport";
import { ContractForm, type Form, FormSubmit, useContractForm } from "../forms";
import { BadRequestSchema } from "../gen/google/rpc/error_details_pb";

type Init<I extends DescMessage> = Exclude<MessageInitShape<I>, { $typeName: string }>;

/** Opens a form of one call. `refused` lists the errors that the server returns. */
export function openForm<I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O>,
  start: Init<I>,
  fields: (form: Form<I>) => ReactNode,
) {
  const sent: MessageShape<I>[] = [];
  const refused: { field: string; description: string }[] = [];
  const server = createRouterTransport(({ rpc }) => {
    rpc(method, (request) => {
      sent.push(request);
      if (refused.length === 0) return create(method.output) as never;
      const value = { fieldViolations: refused.splice(0) };
      throw new ConnectError("no", Code.InvalidArgument, undefined, [
        { desc: BadRequestSchema, value },
      ]);
    });
  });
  function Page() {
    const form = useContractForm(method, { start });
    return (
      <ContractForm of={form} label="Form">
        {fields(form)}
        <FormSubmit of={form}>Send</FormSubmit>
      </ContractForm>
    );
  }
  const transport = createTransport({ base: "", bot: "", tenants: "" }, () => server);
  render(
    <TransportProvider transport={transport}>
      <MemoryRouter>
        <Page />
      </MemoryRouter>
    </TransportProvider>,
  );
  return { sent, refused, user: userEvent.setup() };
}

type User = ReturnType<typeof userEvent.setup>;

/** Submits the form with the keyboard, starting at the top of the page. */
export async function sendByKey(user: User) {
  const button = screen.getByRole("button", { name: "Send" });
  (document.activeElement as HTMLElement | null)?.blur();
  for (let left = 8; left > 0 && document.activeElement !== button; left -= 1) await user.tab();
  expect(document.activeElement).toBe(button);
  await user.keyboard("{Enter}");
}

/** Returns the accessible description of a field. */
export function descriptionOf(field: HTMLElement): string {
  const ids = field.getAttribute("aria-describedby")?.split(" ") ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? "").join(" ");
}

export const expectDescription = (field: HTMLElement, words: string) =>
  waitFor(() => expect(descriptionOf(field)).toBe(words));
