import type { DescMessage } from "@bufbuild/protobuf";
import { useMutation } from "@connectrpc/connect-query";
import { type ReactNode, useState } from "react";
import { toProblem } from "../../../api/problem";
import { ContractForm, type Form, FormProblem, FormSubmit } from "../../../forms";
import type { Company } from "../../../gen/parlor/v1/company_pb";
import { IntegrationService } from "../../../gen/parlor/v1/integration_service_pb";
import type { SoftwareConnection } from "../../../gen/parlor/v1/software_connection_pb";
import { Software } from "../../../gen/parlor/v1/software_pb";
import { Badge, Button, Dialog, toast } from "../../../ui";
import { sharedLabels, softwareLabel } from "../labels";
import { useRefresh } from "../use-refresh";
import { connectionLabels as labels } from "./connection-labels";
import { SyncStatus } from "./sync-status";

export type ConnectionProps = { company: Company; connection: SoftwareConnection };

export function isConnected(connection: SoftwareConnection): boolean {
  return connection.software !== Software.UNSPECIFIED;
}

function Disconnect({ company, onClose }: { company: Company; onClose: () => void }) {
  const refresh = useRefresh();
  const name = softwareLabel(company.software);
  const disconnect = useMutation(IntegrationService.method.disconnectSoftware, {
    onSuccess: async () => {
      toast.success(labels.disconnected(name));
      onClose();
      await refresh();
    },
  });
  return (
    <Dialog
      open
      staysOpen
      title={labels.disconnectTitle(name)}
      onClose={onClose}
      foot={
        <>
          <Button onPress={onClose}>{labels.cancel}</Button>
          <Button
            variant="danger"
            pending={disconnect.isPending}
            onPress={() => disconnect.mutate({ id: company.id })}
          >
            {labels.confirmDisconnect(name)}
          </Button>
        </>
      }
    >
      <p>{labels.disconnectEffect}</p>
      <FormProblem problem={disconnect.error ? toProblem(disconnect.error) : undefined} />
    </Dialog>
  );
}

function Status({ company, connection }: ConnectionProps) {
  if (!isConnected(connection)) {
    const name = softwareLabel(company.software);
    return <p className="small secondary">{labels.notConnectedHint(name)}</p>;
  }
  if (!connection.lastSync) return <p className="small secondary">{labels.notSyncedYet}</p>;
  return <SyncStatus of={connection.lastSync} />;
}

type PanelProps<I extends DescMessage> = ConnectionProps & {
  /** The form that connects the company. */
  of: Form<I>;
  /** Fields of the credential. */
  children: ReactNode;
  /** Label of the button that sends the form. */
  submit?: string;
};

/** The connection to a software: its last sync, the form of its credential, and how to end it. */
export function ConnectionPanel<I extends DescMessage>(props: PanelProps<I>) {
  const { company, connection, of, children, submit = sharedLabels.testAndSave } = props;
  const [disconnecting, setDisconnecting] = useState(false);
  const connected = isConnected(connection);
  const title = labels.title(softwareLabel(company.software));
  return (
    <section className="panel" aria-label={title}>
      <div className="panel__head">
        <h2 className="panel-title">{title}</h2>
        {connected ? (
          <Badge tone="success">{labels.connected}</Badge>
        ) : (
          <Badge>{labels.notConnected}</Badge>
        )}
      </div>
      <div className="panel__body stack stack--loose">
        <Status company={company} connection={connection} />
        <ContractForm of={of} label={title}>
          {children}
        </ContractForm>
      </div>
      <div className="panel__foot">
        {connected ? (
          <Button variant="quiet" icon="bin" onPress={() => setDisconnecting(true)}>
            {labels.disconnect}
          </Button>
        ) : null}
        <span className="row__grow" />
        <FormSubmit of={of}>{submit}</FormSubmit>
      </div>
      {disconnecting ? (
        <Disconnect company={company} onClose={() => setDisconnecting(false)} />
      ) : null}
    </section>
  );
}

/** The connection to software for which the server has no credential. */
export function NotConfigured({ company }: { company: Company }) {
  const name = softwareLabel(company.software);
  return (
    <section className="panel" aria-label={labels.title(name)}>
      <div className="panel__head">
        <h2 className="panel-title">{labels.title(name)}</h2>
        <Badge>{labels.notConnected}</Badge>
      </div>
      <div className="panel__body">
        <p className="small secondary">{labels.notConfigured(name)}</p>
      </div>
    </section>
  );
}
