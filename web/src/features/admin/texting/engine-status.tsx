import { useQuery } from "@connectrpc/connect-query";
import { EngineStatusService } from "../../../gen/parlor/v1/engine_status_service_pb";
import { QueryState } from "../query-state";
import { engineLabel, labels, writingModelLabel } from "./labels";

/** Shows how the bot finds answers and phrases replies. */
export function EngineStatus() {
  const query = useQuery(EngineStatusService.method.getEngineStatus);
  const answering = query.data;
  if (!answering) return <QueryState label={labels.botStatus} what={labels.status} query={query} />;
  return (
    <section className="panel" aria-label={labels.botStatus}>
      <div className="panel__head">
        <h2 className="panel-title">{labels.botStatus}</h2>
      </div>
      <div className="panel__body stack secondary">
        <p>{engineLabel(answering.engine, answering.model)}</p>
        <p>{writingModelLabel(answering.writing)}</p>
      </div>
    </section>
  );
}
