import { timestampDate } from "@bufbuild/protobuf/wkt";
import { useMutation } from "@connectrpc/connect-query";
import { useState } from "react";
import { toProblem } from "../../../api/problem";
import { useSession } from "../../../entities/session/session";
import { ContractForm, FormProblem, FormSubmit, FormText, useContractForm } from "../../../forms";
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
import { useRefresh } from "../use-refresh";

function Disconnect({ company, onClose }: { company: Company; onClose: () => void }) {
  const refresh = useRefresh();
  const disconnect = useMutation(ChatwootService.method.disconnectChatwoot, {
    onSuccess: async () => {
      toast.success("Chatwoot disconnected.");
      onClose();
      await refresh();
    },
  });
  return (
    <Dialog
      open
      staysOpen
      title="Disconnect Chatwoot?"
      onClose={onClose}
      foot={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant="danger"
            pending={disconnect.isPending}
            onPress={() => disconnect.mutate({ id: company.id })}
          >
            Disconnect Chatwoot
          </Button>
        </>
      }
    >
      <p>
        Texts are no longer copied, and agents can't reply from Chatwoot. Existing texts stay there.
      </p>
      <FormProblem problem={disconnect.error ? toProblem(disconnect.error) : undefined} />
    </Dialog>
  );
}

function State({ chatwoot }: { chatwoot: Chatwoot }) {
  if (chatwoot.state === ChatwootState.ON) return <Badge tone="success">On</Badge>;
  if (chatwoot.state === ChatwootState.FAILING) return <Badge tone="danger">Not working</Badge>;
  return <Badge>Off</Badge>;
}

function Status({ chatwoot }: { chatwoot: Chatwoot }) {
  if (chatwoot.state === ChatwootState.FAILING) {
    return (
      <p className="notice notice--danger" role="alert">
        <Icon name="warning" />
        <span>{`${chatwoot.problem} Parlor keeps trying for three days.`}</span>
      </p>
    );
  }
  if (chatwoot.state !== ChatwootState.ON) {
    return (
      <p className="small secondary">
        Off. After you connect it, each new text also appears in a Chatwoot inbox, and agents can
        reply there.
      </p>
    );
  }
  const last = chatwoot.mirroredAt ? timestampDate(chatwoot.mirroredAt) : undefined;
  return (
    <p className="small secondary">
      {last
        ? `Last text copied ${formatDateTime(last, new Date())}.`
        : "Connected. No texts copied yet."}
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
      toast.success("Chatwoot answered. Settings saved.");
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
  const stored = isConnected
    ? "Saved. Leave blank to keep it."
    : "Encrypted, and never shown again.";
  return (
    <section className="panel" aria-label="Chatwoot">
      <div className="panel__head">
        <h2 className="panel-title">Chatwoot</h2>
        <State chatwoot={chatwoot} />
      </div>
      <div className="panel__body">
        <ContractForm of={form} label="Chatwoot">
          <Status chatwoot={chatwoot} />
          <FormText
            of={form}
            name="baseUrl"
            label="Address"
            placeholder="https://app.chatwoot.com"
          />
          <FormText
            of={form}
            name="accountId"
            label="Account ID"
            description="The number in the address of Chatwoot's pages, after “accounts”."
          />
          <FormText
            of={form}
            name="inboxId"
            label="Inbox ID"
            description="An inbox with an API channel: the last number in the address of its settings."
          />
          <FormText
            of={form}
            name="apiAccessToken"
            label="API access token"
            aside={null}
            type="password"
            autoComplete="off"
            description={stored}
          />
          <FormText
            of={form}
            name="webhookSecret"
            label="Webhook secret"
            aside={null}
            type="password"
            autoComplete="off"
            description={stored}
          />
          <CopyUrl
            label="Webhook URL"
            url={chatwoot.webhookUrl}
            text="Enter this URL in the inbox's settings in Chatwoot."
          />
        </ContractForm>
      </div>
      <div className="panel__foot">
        {isConnected ? (
          <Button variant="quiet" icon="bin" onPress={() => setDisconnecting(true)}>
            Disconnect
          </Button>
        ) : null}
        <span className="row__grow" />
        <FormSubmit of={form}>Test and save</FormSubmit>
      </div>
      {disconnecting ? (
        <Disconnect company={company} onClose={() => setDisconnecting(false)} />
      ) : null}
    </section>
  );
}
