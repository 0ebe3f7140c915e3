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
import { useCurrent } from "../../../rpc/current";
import { Button, toast } from "../../../ui";
import { useReadAgain } from "../use-read-again";

const securities = [
  { value: String(EmailSecurity.STARTTLS), label: "STARTTLS (usual)" },
  { value: String(EmailSecurity.TLS), label: "TLS from the beginning" },
  { value: String(EmailSecurity.NONE), label: "None; for a server on the same machine alone" },
];

function useEmailForm(company: Company, configuration: EmailConfiguration) {
  const readAgain = useReadAgain();
  const { user } = useCurrent();
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
    // A password that is not written stays as it is.
    toRequest: ({ smtpPassword, ...values }) =>
      smtpPassword ? { ...values, smtpPassword } : values,
    draft: `email.${user.id}.${company.id}`,
    onDone: async () => {
      toast.success("The test message was taken. The settings hold now.");
      await readAgain();
    },
  });
}

type Form = ReturnType<typeof useEmailForm>;

function ServerFields({ of, hasPassword }: { of: Form; hasPassword: boolean }) {
  return (
    <>
      <FormSelect of={of} name="smtpSecurity" label="Secured by" options={securities} numeric />
      <FormNumber
        of={of}
        name="smtpPort"
        label="Port"
        description="Empty is 587, or 465 with TLS from the beginning."
      />
      <FormText of={of} name="smtpUsername" label="Sign in as" autoComplete="off" />
      <FormText
        of={of}
        name="smtpPassword"
        label="Password"
        type="password"
        autoComplete="new-password"
        description={
          hasPassword
            ? "One is kept. Leave this empty to keep it."
            : "It is encrypted and never shown."
        }
      />
    </>
  );
}

type Props = { company: Company; configuration: EmailConfiguration };

/** Who mails are from, and the company's own mail server. */
export function EmailForm({ company, configuration }: Props) {
  const form = useEmailForm(company, configuration);
  const own = String(form.hook.watch("smtpHost") ?? "").trim() !== "";
  return (
    <section className="panel" aria-label="E-mail settings">
      <div className="panel__head">
        <h2 className="panel-title">Settings</h2>
        {form.unsaved ? <span className="caption">Not saved yet</span> : null}
      </div>
      <div className="panel__body">
        <ContractForm of={form} label="E-mail settings">
          <FormText of={form} name="fromName" label="Sender's name" />
          <FormText
            of={form}
            name="fromAddress"
            label="Sender's address"
            type="email"
            description="Needed with a mail server of your own."
          />
          <FormText
            of={form}
            name="replyTo"
            label="Replies go to"
            type="email"
            description="Empty is the sender's address."
          />
          <FormText
            of={form}
            name="smtpHost"
            label="Your mail server"
            placeholder="smtp.company.example"
            description="Empty for none of your own."
          />
          {own ? <ServerFields of={form} hasPassword={configuration.hasSmtpPassword} /> : null}
          <FormText
            of={form}
            name="testTo"
            label="Test message to"
            type="email"
            description="It is sent first; only when it was taken do the settings hold. Empty is your own address."
          />
        </ContractForm>
      </div>
      <div className="panel__foot">
        <span className="row__grow" />
        {form.unsaved ? <Button onPress={form.clear}>Undo changes</Button> : null}
        <FormSubmit of={form} icon="mail">
          Test and save
        </FormSubmit>
      </div>
    </section>
  );
}
