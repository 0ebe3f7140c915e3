import { useQuery } from "@connectrpc/connect-query";
import { toProblem } from "../../api/problem";
import {
  PersonaPreviewService,
  PreviewOutcome,
} from "../../gen/parlor/v1/persona_preview_service_pb";
import { Button, Skeleton } from "../../ui";
import type { Variant } from "./variant";

/** The most of a question that is heard. */
const longest = 1000;

type Props = { communityId: string; question: string; variant: Variant };

/** How a variant would say it where there is a writing model, and why not where there is none. */
export function WordedReply({ communityId, question, variant }: Props) {
  const { prompt, temperature, useEmojis, customVerbiage } = variant;
  const { data, error, refetch } = useQuery(
    PersonaPreviewService.method.previewPersona,
    {
      ...{ communityId, prompt, temperature, useEmojis, customVerbiage, ownVerbiage: true },
      question: question.slice(0, longest),
    },
    { staleTime: 60_000, retry: false },
  );
  if (error) {
    const { title, text } = toProblem(error);
    return (
      <p className="row row--wrap small secondary" role="alert">
        {title} {text}
        <Button variant="link" size="small" onPress={() => void refetch()}>
          Try again
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
              “{text}”
            </p>
          ))
        : null}
      <p className="caption">{data.why}</p>
    </div>
  );
}
