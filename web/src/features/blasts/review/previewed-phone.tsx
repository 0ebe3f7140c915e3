import type { BlastPicture } from "../../../gen/parlor/v1/blast_pb";
import type { BlastPreview, BlastTextPart } from "../../../gen/parlor/v1/blast_service_pb";
import { countLabel } from "../../../lib/count-label";
import { formatPhone, residentName } from "../../../lib/names";
import { CommunityAvatar, Highlight, UnitPlate } from "../../../ui";
import { fallbackLabel } from "../message-labels";
import { pictureLabels } from "../picture/labels";
import { previewLabels as labels } from "./labels";

/** Lists unknown values, and the fallbacks used instead. */
function Fallbacks({ parts }: { parts: readonly BlastTextPart[] }) {
  const texts = parts.filter(({ isFallback }) => isFallback).map(fallbackLabel);
  if (texts.length === 0) return null;
  return (
    <ul className="stack stack--tight caption" aria-label={labels.fallbacks}>
      {[...new Set(texts)].map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

type Props = { preview: BlastPreview; picture: BlastPicture | undefined };

/** The text on the phone of one recipient, with fallbacks marked. */
export function PreviewedPhone({ preview, picture }: Props) {
  const { recipient, text, segments, parts } = preview;
  const { communityLabel = "", name = "", phone = "", unit = "" } = recipient ?? {};
  const marked = parts.map((part) => ({ text: part.text, found: part.isFallback }));
  return (
    <>
      <div className="phone blast-phone">
        <div className="phone__head">
          <CommunityAvatar name={communityLabel} size="small" />
          <p className="small strong">{communityLabel}</p>
        </div>
        <div className="phone__thread thread">
          <div className="message message--staff">
            {picture ? (
              <img className="blast-picture" src={picture.thumbnailUrl} alt={pictureLabels.alt} />
            ) : null}
            <p className="message__bubble">
              <Highlight parts={marked.length > 0 ? marked : [{ text, found: false }]} />
            </p>
            <p className="message__meta">
              {countLabel(segments, "segment")} · {countLabel(text.length, "character")}
            </p>
          </div>
        </div>
        <p className="phone__compose row--wrap small">
          <UnitPlate unit={unit} /> {residentName(name, phone)}
          {name ? ` · ${formatPhone(phone)}` : ""}
        </p>
      </div>
      <Fallbacks parts={parts} />
    </>
  );
}
