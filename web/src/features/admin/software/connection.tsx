import { useQuery } from "@connectrpc/connect-query";
import type { Company } from "../../../gen/parlor/v1/company_pb";
import { IntegrationService } from "../../../gen/parlor/v1/integration_service_pb";
import { SoftwareSyncState } from "../../../gen/parlor/v1/software_connection_pb";
import { softwareLabel } from "../labels";
import { QueryState } from "../query-state";
import { ConnectionForm, isConnectable } from "./connection-form";
import { connectionLabels as labels } from "./connection-labels";
import { isConnected, NotConfigured } from "./connection-panel";
import { Upload } from "./upload";

/** Milliseconds between two reads of the progress of a sync. */
const progressInterval = 2_000;

/** Returns the company's connection to its software, if companies can connect to it. */
export function useConnection({ id, software }: Company) {
  return useQuery(
    IntegrationService.method.getSoftwareConnection,
    { id },
    {
      enabled: isConnectable(software),
      refetchInterval: ({ state }) =>
        state.data?.connection?.lastSync?.state === SoftwareSyncState.RUNNING && progressInterval,
    },
  );
}

/** The company's connection to its software. Without one, communities can be uploaded. */
export function Connection({ company }: { company: Company }) {
  const query = useConnection(company);
  const connection = query.data?.connection;
  if (!connection) {
    const title = labels.title(softwareLabel(company.software));
    return <QueryState label={title} what={labels.settings} query={query} />;
  }
  const isUsable = query.data?.isConfigured || isConnected(connection);
  return (
    <>
      {isUsable ? (
        <ConnectionForm company={company} connection={connection} />
      ) : (
        <NotConfigured company={company} />
      )}
      {isConnected(connection) ? null : <Upload company={company} />}
    </>
  );
}
