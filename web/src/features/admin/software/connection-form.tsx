// Forms of the credentials by which a company connects to its software.

import { FormText, useContractForm } from "../../../forms";
import { secretLabels } from "../../../forms/secret-labels";
import type { Company } from "../../../gen/parlor/v1/company_pb";
import { IntegrationService } from "../../../gen/parlor/v1/integration_service_pb";
import { Software } from "../../../gen/parlor/v1/software_pb";
import { toast } from "../../../ui";
import { softwareLabel } from "../labels";
import { useRefresh } from "../use-refresh";
import { CincForm } from "./cinc-form";
import { connectionLabels as labels } from "./connection-labels";
import { ConnectionPanel, type ConnectionProps, isConnected } from "./connection-panel";

/** Returns what follows once the company is connected. */
function useConnected(company: Company) {
  const refresh = useRefresh();
  return async (_: unknown, form: { clear: () => void }) => {
    toast.success(labels.saved(softwareLabel(company.software)));
    form.clear();
    await refresh();
  };
}

function BuildiumForm({ company, connection }: ConnectionProps) {
  const form = useContractForm(IntegrationService.method.connectBuildium, {
    start: { id: company.id, clientId: connection.clientId, clientSecret: "" },
    onDone: useConnected(company),
  });
  return (
    <ConnectionPanel of={form} company={company} connection={connection}>
      <FormText
        of={form}
        name="clientId"
        label={labels.clientId}
        description={labels.clientIdHint}
      />
      <FormText
        of={form}
        name="clientSecret"
        label={labels.clientSecret}
        type="password"
        autoComplete="off"
        description={isConnected(connection) ? labels.savedSecretHint : secretLabels.encrypted}
      />
    </ConnectionPanel>
  );
}

function VantacaForm({ company, connection }: ConnectionProps) {
  const { companyCode, login } = connection;
  const form = useContractForm(IntegrationService.method.connectVantaca, {
    start: { id: company.id, companyCode, login, password: "" },
    onDone: useConnected(company),
  });
  return (
    <ConnectionPanel of={form} company={company} connection={connection}>
      <FormText
        of={form}
        name="companyCode"
        label={labels.companyCode}
        description={labels.companyCodeHint}
      />
      <FormText of={form} name="login" label={labels.login} autoComplete="off" />
      <FormText
        of={form}
        name="password"
        label={labels.password}
        type="password"
        autoComplete="off"
        description={isConnected(connection) ? labels.savedPasswordHint : secretLabels.encrypted}
      />
    </ConnectionPanel>
  );
}

const forms = {
  [Software.BUILDIUM]: BuildiumForm,
  [Software.CINC]: CincForm,
  [Software.VANTACA]: VantacaForm,
};

type ConnectableSoftware = keyof typeof forms;

/** Returns whether companies can connect to a software. */
export function isConnectable(software: Software): software is ConnectableSoftware {
  return software in forms;
}

/** Connects the company to its software, and shows its last sync. */
export function ConnectionForm(props: ConnectionProps) {
  const { software } = props.company;
  if (!isConnectable(software)) return null;
  const Form = forms[software];
  return <Form {...props} />;
}
