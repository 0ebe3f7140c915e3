import { securities } from "../../../entities/mail-server/securities";
import { useSession } from "../../../entities/session/session";
import {
  ContractForm,
  FormNumber,
  FormSelect,
  FormSubmit,
  FormText,
  useContractForm,
} from "../../../forms";
import type { Company } from "../../../gen/parlor/v1/company_pb";
import {
  type EmailConfiguration,
  EmailSecurity,
  MailService,
} from "../../../gen/parlor/v1/mail_service_pb";
import { draftKey } from "../../../lib/drafts";
import { Button, toast } from "../../../ui";
import { useRefresh } from "../use-refresh";

function useEmailForm(company: Company, configuration: EmailConfiguration) {
  const refresh = useRefresh();
  const { user } = useSession();
  const { fromAddress, fromName, replyTo, smtpHost, smtpPort, smtpSecurity, smtpUsername } =
    configuration;
  return useContractForm(MailService.method.configureEmail, {
    start: {
      id: company.id,
      fromAddress,
      fromName,
      replyTo,
      smtpHost,
      ...(smtpPort ? { smtpPort } : {}),
      smtpSecurity: smtpSecurity || EmailSecurity.STARTTLS,
      smtpUsername,
      smtpPassword: "",
      testTo: "",
    },
    // An omitted password keeps the stored one.
    toRequest: ({ smtpPassword, ...values }) =>
      smtpPassword ? { ...values, smtpPassword } : values,
    draft: draftKey("email", user.id, company.id),
    onDone: async () => {
      toast.success("Test message accepted. Settings saved.");
      await refresh();
    },
  });
}

type Form = ReturnType<typeof useEmailForm>;

function ServerFields({ of, hasPassword }: { of: Form; hasPassword: boolean }) {
  return (
    <>
      <FormSelect of={of} name="smtpSecurity" label="Security" options={securities} numeric />
      <FormNumber
        of={of}
        name="smtpPort"
        label="Port"
        description="Leave blank to use 587 (or 465 with SSL/TLS)."
      />
      <FormText of={of} name="smtpUsername" label="Username" autoComplete="off" />
      <FormText
        of={of}
        name="smtpPassword"
        label="Password"
        type="password"
        autoComplete="new-password"
        description={
          hasPassword
            ? "A password is saved. Leave blank to keep it."
            : "Encrypted, and never shown again."
        }
      />
    </>
  );
}

type Props = { company: Company; configuration: EmailConfiguration };

/** Edits the sender of emails and the company's own mail server. */
export function EmailForm({ company, configuration }: Props) {
  const form = useEmailForm(company, configuration);
  const own = String(form.hook.watch("smtpHost") ?? "").trim() !== "";
  return (
    <section className="panel" aria-label="Email settings">
      <div className="panel__head">
        <h2 className="panel-title">Settings</h2>
        {form.unsaved ? <span className="caption">Not saved yet</span> : null}
      </div>
      <div className="panel__body">
        <ContractForm of={form} label="Email settings">
          <FormText of={form} name="fromName" label="Sender name" />
          <FormText
            of={form}
            name="fromAddress"
            label="Sender address"
            type="email"
            description="Required if you use your own mail server."
          />
          <FormText
            of={form}
            name="replyTo"
            label="Replies go to"
            type="email"
            description="Leave blank to use the sender address."
          />
          <FormText
            of={form}
            name="smtpHost"
            label="Your mail server"
            placeholder="smtp.company.example"
            description="Leave blank to use Parlor's mail server."
          />
          {own ? <ServerFields of={form} hasPassword={configuration.hasSmtpPassword} /> : null}
          <FormText
            of={form}
            name="testTo"
            label="Test message to"
            type="email"
            description="Settings are saved after the test succeeds. Leave blank to send it to yourself."
          />
        </ContractForm>
      </div>
      <div className="panel__foot">
        <span className="row__grow" />
        {form.unsaved ? <Button onPress={form.clear}>Discard changes</Button> : null}
        <FormSubmit of={form} icon="mail">
          Test and save
        </FormSubmit>
      </div>
    </section>
  );
}
