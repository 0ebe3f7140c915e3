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
import { secretLabels } from "../../../forms/secret-labels";
import type { Company } from "../../../gen/parlor/v1/company_pb";
import {
  type EmailConfiguration,
  EmailSecurity,
  MailService,
} from "../../../gen/parlor/v1/mail_service_pb";
import { draftKey } from "../../../lib/drafts";
import { Button, toast } from "../../../ui";
import { sharedLabels } from "../labels";
import { useRefresh } from "../use-refresh";
import { labels } from "./labels";

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
      toast.success(labels.settingsSaved);
      await refresh();
    },
  });
}

type Form = ReturnType<typeof useEmailForm>;

function ServerFields({ of, hasPassword }: { of: Form; hasPassword: boolean }) {
  return (
    <>
      <FormSelect
        of={of}
        name="smtpSecurity"
        label={labels.security}
        options={securities}
        numeric
      />
      <FormNumber of={of} name="smtpPort" label={labels.port} description={labels.portHint} />
      <FormText of={of} name="smtpUsername" label={labels.username} autoComplete="off" />
      <FormText
        of={of}
        name="smtpPassword"
        label={labels.password}
        type="password"
        autoComplete="new-password"
        description={hasPassword ? secretLabels.passwordSaved : secretLabels.encrypted}
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
    <section className="panel" aria-label={labels.emailSettings}>
      <div className="panel__head">
        <h2 className="panel-title">{labels.settingsTitle}</h2>
        {form.unsaved ? <span className="caption">{labels.notSavedYet}</span> : null}
      </div>
      <div className="panel__body">
        <ContractForm of={form} label={labels.emailSettings}>
          <FormText of={form} name="fromName" label={labels.senderName} />
          <FormText
            of={form}
            name="fromAddress"
            label={labels.senderAddress}
            type="email"
            description={labels.senderAddressHint}
          />
          <FormText
            of={form}
            name="replyTo"
            label={labels.repliesGoTo}
            type="email"
            description={labels.repliesHint}
          />
          <FormText
            of={form}
            name="smtpHost"
            label={labels.mailServer}
            placeholder="smtp.company.example"
            description={labels.mailServerHint}
          />
          {own ? <ServerFields of={form} hasPassword={configuration.hasSmtpPassword} /> : null}
          <FormText
            of={form}
            name="testTo"
            label={labels.testMessageTo}
            type="email"
            description={labels.testMessageHint}
          />
        </ContractForm>
      </div>
      <div className="panel__foot">
        <span className="row__grow" />
        {form.unsaved ? <Button onPress={form.clear}>{sharedLabels.discardChanges}</Button> : null}
        <FormSubmit of={form} icon="mail">
          {sharedLabels.testAndSave}
        </FormSubmit>
      </div>
    </section>
  );
}
