import { createConnectQueryKey } from "@connectrpc/connect-query";
import { useQueryClient } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { ContractForm, FormSubmit, FormText, useContractForm } from "../../forms";
import { AccountService } from "../../gen/parlor/v1/account_service_pb";
import { useCurrent } from "../../rpc/current";
import { Strength, toast } from "../../ui";
import { Section } from "./section";

const empty = { currentPassword: "", newPassword: "" };

/** Another password; every other session ends with the old one. */
export function Password() {
  const { user } = useCurrent();
  const client = useQueryClient();
  const form = useContractForm(AccountService.method.changePassword, {
    start: empty,
    onDone: (_, done) => {
      done.clear();
      const schema = AccountService.method.listSessions;
      void client.invalidateQueries({
        queryKey: createConnectQueryKey({ schema, cardinality: "finite" }),
      });
      toast.success({
        title: "Your password is changed.",
        text: "You are logged out everywhere else.",
      });
    },
  });
  const fresh = String(useWatch({ control: form.hook.control, name: "newPassword" }) ?? "");
  return (
    <Section title="Password">
      <ContractForm of={form} label="Password">
        {/* For password managers, which keep a password by its account. */}
        <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
        <FormText
          of={form}
          name="currentPassword"
          label="Current password"
          type="password"
          autoComplete="current-password"
        />
        <div className="stack">
          <FormText
            of={form}
            name="newPassword"
            label="New password"
            type="password"
            autoComplete="new-password"
          />
          {fresh ? <Strength password={fresh} /> : null}
        </div>
        <div>
          <FormSubmit of={form} isDisabled={!form.unsaved}>
            Change the password
          </FormSubmit>
        </div>
      </ContractForm>
    </Section>
  );
}
