import { useState } from "react";
import { mostUsedAnswer } from "../../../entities/answer/answer-rules";
import { useAnswers } from "../../../entities/answer/queries";
import type { TextCommunity } from "../../../gen/parlor/v1/community_pb";
import type { PreviewPersonaResponse } from "../../../gen/parlor/v1/persona_preview_service_pb";
import { showDirectionMarks } from "../../../lib/direction-marks";
import { Badge, Button, Skeleton, TextField } from "../../../ui";
import type { PersonaDraft } from "./persona-draft";
import { outcomeLabels, sheetLabels } from "./sheet-labels";
import { usePreview } from "./use-persona";

function PreviewReply({ response }: { response: PreviewPersonaResponse }) {
  return (
    <>
      {response.texts.map((text) => (
        <div key={text} className="message message--bot">
          <p className="message__bubble">{showDirectionMarks(text)}</p>
        </div>
      ))}
      <p className="row row--wrap caption">
        <Badge>{outcomeLabels[response.outcome] ?? sheetLabels.answered}</Badge>
        <span>{response.why}</span>
      </p>
    </>
  );
}

type Props = { community: TextCommunity; draft: PersonaDraft };

/** Previews a reply with the unsaved persona. */
export function PersonaPreview({ community, draft }: Props) {
  const answers = useAnswers(community.id);
  const first = answers.data ? mostUsedAnswer(answers.data)?.question : undefined;
  const [entered, setEntered] = useState<string>();
  const question = entered ?? first ?? "";
  const preview = usePreview(community.id, question, draft);
  return (
    <section
      className="sheet__group stack"
      aria-label={sheetLabels.preview}
      aria-busy={preview.pending}
    >
      <TextField
        label={sheetLabels.question}
        value={question}
        maxLength={1000}
        placeholder={sheetLabels.questionPlaceholder}
        onChange={setEntered}
      />
      <div className="persona__preview stack" role="status">
        {preview.response ? <PreviewReply response={preview.response} /> : null}
        {preview.waiting ? <Skeleton wide="80%" high="44px" /> : null}
        {preview.problem ? (
          <p className="row row--wrap small secondary">
            {preview.problem}
            <Button variant="link" size="small" onPress={preview.retry}>
              {sheetLabels.tryAgain}
            </Button>
          </p>
        ) : null}
        {question.trim() ? null : <p className="small secondary">{sheetLabels.questionMissing}</p>}
      </div>
    </section>
  );
}
