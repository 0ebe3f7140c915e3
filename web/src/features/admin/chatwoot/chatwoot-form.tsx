import { timestampDate } from "@bufbuild/protobuf/wkt";
import { useMutation } from "@connectrpc/connect-query";
import { useState } from "react";
import { toProblem } from "../../../api/problem";
import { useSession } from "../../../entities/session/session";
import { ContractForm, FormProblem, FormSubmit, FormText, useContractForm } from "../../../forms";
import { secretLabels } from "../../../forms/secret-labels";
import {
  type Chatwoot,
  ChatwootService,
  ChatwootState,
} from "../../../gen/parlor/v1/chatwoot_service_pb";
import type { Company } from "../../../gen/parlor/v1/company_pb";
import { draftKey } from "../../../lib/drafts";
import { formatDateTime } from "../../../lib/format-date";
import { Badge, Button, Dialog, Icon, toast } from "../../../ui";
import { CopyUrl } from "../copy-url";
import { sharedLabels } from "../labels";
import { sectionLabels } from "../section-labels";
import { useRefresh } from "../use-refresh";
import { labels } from "./labels";

function Disconnect({ company, onClose }: { company: Company; onClose: () => void }) {
  const refresh = useRefresh();
  const disconnect = useMutation(ChatwootService.method.disconnectChatwoot, {
    onSuccess: async () => {
      toast.success(labels.disconnected);
      onClose();
      await refresh();
    },
  });
  return (
    <Dialog
      open
      staysOpen
      title={labels.disconnectTitle}
      onClose={onClose}
      foot={
        <>
          <Button onPress={onClose}>{labels.cancel}</Button>
          <Button
            variant="danger"
            pending={disconnect.isPending}
            onPress={() => disconnect.mutate({ id: company.id })}
          >
            {labels.confirmDisconnect}
          </Button>
        </>
      }
    >
      <p>{labels.disconnectEffect}</p>
      <FormProblem problem={disconnect.error ? toProblem(disconnect.error) : undefined} />
    </Dialog>
  );
}

function State({ chatwoot }: { chatwoot: Chatwoot }) {
  if (chatwoot.state === ChatwootState.ON) return <Badge tone="success">{labels.on}</Badge>;
  if (chatwoot.state === ChatwootState.FAILING)
    return <Badge tone="danger">{labels.notWorking}</Badge>;
  return <Badge>{labels.off}</Badge>;
}

function Status({ chatwoot }: { chatwoot: Chatwoot }) {
  if (chatwoot.state === ChatwootState.FAILING) {
    return (
      <p className="notice notice--danger" role="alert">
        <Icon name="warning" />
        <span>{labels.failing(chatwoot.problem)}</span>
      </p>
    );
  }
  if (chatwoot.state !== ChatwootState.ON) {
    return <p className="small secondary">{labels.offHint}</p>;
  }
  const last = chatwoot.mirroredAt ? timestampDate(chatwoot.mirroredAt) : undefined;
  return (
    <p className="small secondary">
      {last ? labels.lastTextCopied(formatDateTime(last, new Date())) : labels.noTextsCopiedYet}
    </p>
  );
}

type Props = { company: Company; chatwoot: Chatwoot };

function useChatwootForm({ company, chatwoot }: Props) {
  const refresh = useRefresh();
  const { user } = useSession();
  const { baseUrl, accountId, inboxId } = chatwoot;
  return useContractForm(ChatwootService.method.configureChatwoot, {
    draft: draftKey("chatwoot", user.id, company.id),
    start: { id: company.id, baseUrl, accountId, inboxId, apiAccessToken: "", webhookSecret: "" },
    // Omitted secrets keep the stored ones.
    toRequest: ({ apiAccessToken, webhookSecret, ...values }) => ({
      ...values,
      ...(apiAccessToken ? { apiAccessToken } : {}),
      ...(webhookSecret ? { webhookSecret } : {}),
    }),
    onDone: async (_, self) => {
      toast.success(labels.saved);
      self.clear();
      await refresh();
    },
  });
}

/** Edits the company's connection to Chatwoot. */
export function ChatwootForm({ company, chatwoot }: Props) {
  const [disconnecting, setDisconnecting] = useState(false);
  const form = useChatwootForm({ company, chatwoot });
  const isConnected = chatwoot.baseUrl !== "";
  const stored = isConnected ? labels.storedSecretHint : secretLabels.encrypted;
  return (
    <section className="panel" aria-label={sectionLabels.chatwoot}>
      <div className="panel__head">
        <h2 className="panel-title">{sectionLabels.chatwoot}</h2>
        <State chatwoot={chatwoot} />
      </div>
      <div className="panel__body">
        <ContractForm of={form} label={sectionLabels.chatwoot}>
          <Status chatwoot={chatwoot} />
          <FormText
            of={form}
            name="baseUrl"
            label={labels.address}
            placeholder="https://app.chatwoot.com"
          />
          <FormText
            of={form}
            name="accountId"
            label={labels.accountId}
            description={labels.accountIdHint}
          />
          <FormText
            of={form}
            name="inboxId"
            label={labels.inboxId}
            description={labels.inboxIdHint}
          />
          <FormText
            of={form}
            name="apiAccessToken"
            label={labels.apiAccessToken}
            aside={null}
            type="password"
            autoComplete="off"
            description={stored}
          />
          <FormText
            of={form}
            name="webhookSecret"
            label={labels.webhookSecret}
            aside={null}
            type="password"
            autoComplete="off"
            description={stored}
          />
          <CopyUrl
            label={labels.webhookUrl}
            url={chatwoot.webhookUrl}
            text={labels.webhookUrlHint}
          />
        </ContractForm>
      </div>
      <div className="panel__foot">
        {isConnected ? (
          <Button variant="quiet" icon="bin" onPress={() => setDisconnecting(true)}>
            {labels.disconnect}
          </Button>
        ) : null}
        <span className="row__grow" />
        <FormSubmit of={form}>{sharedLabels.testAndSave}</FormSubmit>
      </div>
      {disconnecting ? (
        <Disconnect company={company} onClose={() => setDisconnecting(false)} />
      ) : null}
    </section>
  );
}
