import { useQuery } from "@connectrpc/connect-query";
import {
  AnsweringEngine,
  AnsweringService,
  SentenceModel,
  WritingModel,
} from "../../../gen/parlor/v1/answering_service_pb";
import { NotThere } from "../not-there";

const title = "How texts are answered";

const byWords: Partial<Record<SentenceModel, string>> = {
  [SentenceModel.LOADING]:
    "The bot compares words for now. The model that compares meanings is being loaded.",
  [SentenceModel.BROKEN]:
    "The bot compares words alone, because its sentence model cannot be used. Whoever runs Parlor finds the reason in its log.",
};

/** In a sentence, how the bot finds answers. */
export function answeringWords(engine: AnsweringEngine, model: SentenceModel): string {
  if (engine === AnsweringEngine.MEANING)
    return "The bot compares what a resident means, not only the words: it also finds an answer that is worded differently.";
  return (
    byWords[model] ??
    "The bot compares words alone: it does not find an answer that is worded quite differently."
  );
}

const wording: Partial<Record<WritingModel, string>> = {
  [WritingModel.NONE]:
    "Answers go out word for word, and questions in Spanish or French go to the team: there is no writing model.",
  [WritingModel.READY]:
    "A writing model words replies in each community's persona. What does not hold against the answers is not sent; the answer goes out word for word instead. Questions in Spanish and French are answered in those languages.",
  [WritingModel.FAILING]:
    "The writing model failed the last time it was asked, so answers go out word for word until it writes again, and questions in Spanish or French go to the team. Each text's steps say why.",
};

/** In a sentence, who words replies. */
export function wordingWords(writing: WritingModel): string | undefined {
  return wording[writing];
}

/** By what texts are answered. */
export function Answering() {
  const query = useQuery(AnsweringService.method.getAnswering);
  const answering = query.data;
  if (!answering) return <NotThere label={title} what={title} query={query} />;
  return (
    <section className="panel" aria-label={title}>
      <div className="panel__head">
        <h2 className="panel-title">{title}</h2>
      </div>
      <div className="panel__body stack secondary">
        <p>{answeringWords(answering.engine, answering.model)}</p>
        <p>{wordingWords(answering.writing)}</p>
      </div>
    </section>
  );
}
