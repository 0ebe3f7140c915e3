import { useQuery } from "@connectrpc/connect-query";
import { toProblem } from "../../api/problem";
import {
  PersonaPreviewService,
  PreviewOutcome,
} from "../../gen/parlor/v1/persona_preview_service_pb";
import { showDirectionMarks } from "../../lib/direction-marks";
import { Button, Skeleton } from "../../ui";
import { resultLabels } from "./labels";
import type { Variant } from "./variant";

/** Maximum length of the question. */
const maxLength = 1000;

type Props = { communityId: string; question: string; variant: Variant };

/** Reply of a variant by the writing model, or the reason why there is none. */
export function ModelReply({ communityId, question, variant }: Props) {
  const { prompt, temperature, useEmojis, customVerbiage } = variant;
  const { data, error, refetch } = useQuery(
    PersonaPreviewService.method.previewPersona,
    {
      ...{ communityId, prompt, temperature, useEmojis, customVerbiage, ownVerbiage: true },
      question: question.slice(0, maxLength),
    },
    { staleTime: 60_000, retry: false },
  );
  if (error) {
    const { title, text } = toProblem(error);
    return (
      <p className="row row--wrap small secondary" role="alert">
        {title} {text}
        <Button variant="link" size="small" onPress={() => void refetch()}>
          {resultLabels.tryAgain}
        </Button>
      </p>
    );
  }
  if (!data) return <Skeleton wide="80%" />;
  return (
    <div className="stack stack--tight" role="status">
      {data.outcome === PreviewOutcome.WRITTEN
        ? data.texts.map((text) => (
            <p key={text} className="small compared__text persona-voice">
              “{showDirectionMarks(text)}”
            </p>
          ))
        : null}
      <p className="caption">{data.why}</p>
    </div>
  );
}
