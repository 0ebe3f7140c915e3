import { useMutation } from "@connectrpc/connect-query";
import { useState } from "react";
import { useSession } from "../../../entities/session/session";
import { CallDialog, ContractForm, FormSubmit, FormText, useContractForm } from "../../../forms";
import { CarrierService, type Textline } from "../../../gen/parlor/v1/carrier_service_pb";
import type { Company } from "../../../gen/parlor/v1/company_pb";
import { draftKey } from "../../../lib/drafts";
import { Button, toast } from "../../../ui";
import { sharedLabels } from "../labels";
import { useRefresh } from "../use-refresh";
import { AccountState } from "./account-state";
import { labels } from "./labels";
import { ReplaceTextlineWebhook, TextlineWebhook } from "./textline-webhook";

const configure = CarrierService.method.configureTextline;

function RemoveTextline({ company, onClose }: { company: Company; onClose: () => void }) {
  const refresh = useRefresh();
  const remove = useMutation(configure, {
    onSuccess: async () => {
      toast.success(labels.textlineRemoved);
      onClose();
      await refresh();
    },
  });
  return (
    <CallDialog
      title={labels.textlineRemoveTitle}
      call={remove}
      action={labels.confirmRemove}
      onClose={onClose}
      variant="danger"
      onAction={() => remove.mutate({ id: company.id })}
    >
      <p>{labels.textlineRemoveEffect}</p>
    </CallDialog>
  );
}

type Props = { company: Company; textline: Textline };

function useTextlineForm({ company, textline }: Props, onNew: (webhookUrl: string) => void) {
  const refresh = useRefresh();
  const { user } = useSession();
  return useContractForm(configure, {
    draft: draftKey("textline", user.id, company.id),
    start: { id: company.id, email: textline.email, password: "", apiKey: "" },
    onDone: async ({ webhookUrl }, self) => {
      toast.success(labels.textlineSaved);
      self.clear();
      if (webhookUrl) onNew(webhookUrl);
      await refresh();
    },
  });
}

type OpenDialog = { kind: "remove" } | { kind: "replace" } | { kind: "webhook"; url: string };

/** Edits the company's Textline account. */
export function TextlineForm({ company, textline }: Props) {
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  const form = useTextlineForm({ company, textline }, (url) => setDialog({ kind: "webhook", url }));
  const secret = {
    of: form,
    aside: null,
    type: "password",
    autoComplete: "off",
    description: textline.configured ? labels.savedSecretHint : labels.secretHint,
  } as const;
  return (
    <section className="panel" aria-label={labels.textline}>
      <div className="panel__head">
        <h2 className="panel-title">{labels.textline}</h2>
        <AccountState account={textline} />
      </div>
      <div className="panel__body">
        <ContractForm of={form} label={labels.textline}>
          <p className="small secondary">
            {textline.isSecretMissing ? labels.secretMissingHint : labels.textlineHint}
          </p>
          <FormText
            of={form}
            name="email"
            label={labels.textlineEmail}
            aside={null}
            autoComplete="off"
            description={labels.textlineEmailHint}
          />
          <FormText {...secret} name="password" label={labels.password} />
          <FormText {...secret} name="apiKey" label={labels.apiKey} />
        </ContractForm>
      </div>
      <div className="panel__foot row--wrap">
        {textline.configured || textline.isSecretMissing ? (
          <>
            <Button variant="quiet" icon="bin" onPress={() => setDialog({ kind: "remove" })}>
              {labels.remove}
            </Button>
            <Button variant="quiet" onPress={() => setDialog({ kind: "replace" })}>
              {labels.replaceWebhook}
            </Button>
          </>
        ) : null}
        <span className="row__grow" />
        <FormSubmit of={form}>{sharedLabels.testAndSave}</FormSubmit>
      </div>
      {dialog?.kind === "remove" ? <RemoveTextline company={company} onClose={close} /> : null}
      {dialog?.kind === "replace" ? (
        <ReplaceTextlineWebhook company={company} onClose={close} />
      ) : null}
      {dialog?.kind === "webhook" ? <TextlineWebhook url={dialog.url} onClose={close} /> : null}
    </section>
  );
}
