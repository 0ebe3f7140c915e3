import { createConnectQueryKey } from "@connectrpc/connect-query";
import { useQueryClient } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { isImpersonating, useSession } from "../../entities/session/session";
import { ContractForm, FormSubmit, FormText, noChanges, useContractForm } from "../../forms";
import { AccountService } from "../../gen/parlor/v1/account_service_pb";
import { PasswordStrength, toast } from "../../ui";
import { labels } from "./labels";
import { Section } from "./section";

const empty = { currentPassword: "", newPassword: "" };

/** Changes the password and ends all other sessions. */
export function Password() {
  const session = useSession();
  const { user, company } = session;
  const owner = { ...user, company: isImpersonating(session) ? "" : company.name };
  const client = useQueryClient();
  const form = useContractForm(AccountService.method.changePassword, {
    start: empty,
    onDone: (_, done) => {
      done.clear();
      const schema = AccountService.method.listSessions;
      void client.invalidateQueries({
        queryKey: createConnectQueryKey({ schema, cardinality: undefined }),
      });
      toast.success({
        title: labels.passwordChanged,
        text: labels.loggedOutElsewhere,
      });
    },
  });
  const newPassword = String(useWatch({ control: form.hook.control, name: "newPassword" }) ?? "");
  return (
    <Section title={labels.password}>
      <ContractForm of={form} label={labels.password}>
        {/* Password managers store a password by its username. */}
        <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
        <FormText
          of={form}
          name="currentPassword"
          label={labels.currentPassword}
          type="password"
          autoComplete="current-password"
        />
        <div className="stack">
          <FormText
            of={form}
            name="newPassword"
            label={labels.newPassword}
            type="password"
            autoComplete="new-password"
          />
          {newPassword ? <PasswordStrength password={newPassword} owner={owner} /> : null}
        </div>
        <div>
          <FormSubmit of={form} reason={noChanges(form)}>
            {labels.changePassword}
          </FormSubmit>
        </div>
      </ContractForm>
    </Section>
  );
}
