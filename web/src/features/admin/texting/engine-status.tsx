import { useQuery } from "@connectrpc/connect-query";
import {
  AnsweringEngine,
  EngineStatusService,
  SentenceModel,
  WritingModel,
} from "../../../gen/parlor/v1/engine_status_service_pb";
import { QueryState } from "../query-state";

const title = "Bot status";

const lexicalEngine: Partial<Record<SentenceModel, string>> = {
  [SentenceModel.LOADING]: "The bot matches words only while its language model loads.",
  [SentenceModel.BROKEN]:
    "The bot matches words only, because its language model couldn't load. The server log has the reason.",
};

/** Returns a sentence that says how the bot finds answers. */
export function engineLabel(engine: AnsweringEngine, model: SentenceModel): string {
  if (engine === AnsweringEngine.MEANING)
    return "The bot matches meaning as well as words, so it finds answers that are phrased differently.";
  return (
    lexicalEngine[model] ??
    "The bot matches words only, so it may miss answers that are phrased differently."
  );
}

const writingModels: Partial<Record<WritingModel, string>> = {
  [WritingModel.NONE]:
    "There's no writing model, so answers are sent exactly as written, and questions in Spanish or French go to your team.",
  [WritingModel.READY]:
    "A writing model phrases replies in each community's persona, based on your answers only. It also answers questions in Spanish and French.",
  [WritingModel.FAILING]:
    "The writing model isn't working, so answers are sent exactly as written. Questions in Spanish or French go to your team.",
};

/** Returns a sentence that says how replies are phrased. */
export function writingModelLabel(writing: WritingModel): string | undefined {
  return writingModels[writing];
}

/** Shows how the bot finds answers and phrases replies. */
export function EngineStatus() {
  const query = useQuery(EngineStatusService.method.getEngineStatus);
  const answering = query.data;
  if (!answering) return <QueryState label={title} what="bot status" query={query} />;
  return (
    <section className="panel" aria-label={title}>
      <div className="panel__head">
        <h2 className="panel-title">{title}</h2>
      </div>
      <div className="panel__body stack secondary">
        <p>{engineLabel(answering.engine, answering.model)}</p>
        <p>{writingModelLabel(answering.writing)}</p>
      </div>
    </section>
  );
}
