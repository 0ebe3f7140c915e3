import { useQuery } from "@connectrpc/connect-query";
import {
  AnsweringEngine,
  EngineStatusService,
  SentenceModel,
  WritingModel,
} from "../../../gen/parlor/v1/engine_status_service_pb";
import { QueryState } from "../query-state";
import { labels } from "./labels";

const title = labels.botStatus;

const lexicalEngine: Partial<Record<SentenceModel, string>> = {
  [SentenceModel.LOADING]: labels.botMatchesWordsOnlyWhile,
  [SentenceModel.BROKEN]: labels.botMatchesWordsOnlyBecause,
};

/** Returns a sentence that says how the bot finds answers. */
export function engineLabel(engine: AnsweringEngine, model: SentenceModel): string {
  if (engine === AnsweringEngine.MEANING) return labels.botMatchesMeaningWellWords;
  return lexicalEngine[model] ?? labels.botMatchesWordsOnlySo;
}

const writingModels: Partial<Record<WritingModel, string>> = {
  [WritingModel.NONE]: labels.theresNoWritingModelSo,
  [WritingModel.READY]:
    "A writing model phrases replies in each community's persona, based on your answers only. It also answers questions in Spanish and French.",
  [WritingModel.FAILING]: labels.writingModelIsntWorkingSo,
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
