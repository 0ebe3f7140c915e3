import { timestampDate } from "@bufbuild/protobuf/wkt";
import { toastError } from "../../forms/toast-error";
import { type Draft, DraftFeedback, DraftVersionOrigin } from "../../gen/parlor/v1/draft_pb";
import { showDirectionMarks } from "../../lib/direction-marks";
import { formatDateTime } from "../../lib/format-date";
import { Button, Icon } from "../../ui";
import { detailLabels, labels, templateReasonLabels } from "./labels";
import { useSetFeedback, useUpdateDraftText } from "./queries";
import { sharingLabels } from "./sharing-labels";
import { isActive } from "./use-live-draft";

type Props = { draft: Draft };

function Details({ draft }: Props) {
  const saving = useUpdateDraftText();
  const { id, revision, text, confirmedDetails, unverifiedDetails } = draft;
  if (unverifiedDetails.length === 0) return null;
  const confirm = (detail: string) =>
    saving.mutate(
      { id, revision, text, confirmedDetails: [...confirmedDetails, detail] },
      { onError: toastError },
    );
  const title = labels.detailsTitle(unverifiedDetails.length);
  return (
    <section className="evidence__part" aria-label={title}>
      <h2 className="panel-title row">
        <Icon name="warning" />
        {title}
      </h2>
      <p className="small secondary">
        {draft.isOwn ? labels.detailsText : sharingLabels.detailsText}
      </p>
      {unverifiedDetails.map((detail) => (
        <div key={detail.text} className="check">
          <p className="row row--between">
            <span className="unverified">{showDirectionMarks(detail.text)}</span>
            <span className="caption">{detailLabels[detail.kind]}</span>
          </p>
          {draft.isOwn ? (
            <Button
              size="small"
              aria-label={`${labels.confirm}: ${showDirectionMarks(detail.text)}`}
              isDisabled={saving.isPending}
              onPress={() => confirm(detail.text)}
            >
              {labels.confirm}
            </Button>
          ) : null}
        </div>
      ))}
    </section>
  );
}

function Facts({ draft }: Props) {
  const saving = useUpdateDraftText();
  const { id, revision, confirmedDetails } = draft;
  const insert = (fact: string) =>
    saving.mutate(
      { id, revision, text: `${draft.text.trimEnd()}\n\n${fact}\n`, confirmedDetails },
      { onError: toastError },
    );
  return (
    <section className="evidence__part" aria-label={labels.facts}>
      <h2 className="panel-title">{labels.facts}</h2>
      {draft.facts.length === 0 ? <p className="small secondary">{labels.noFacts}</p> : null}
      <ol className="fact-list">
        {draft.facts.map((fact) => (
          <li key={fact.number} className="fact">
            <span className="fact__n">{fact.number}</span>
            <p className="small">
              {showDirectionMarks(fact.text)}
              <br />
              <span className="caption">{fact.label}</span>
            </p>
            {fact.isUsed ? (
              <span className="fact__used caption">
                <Icon name="check" size="small" />
                {labels.used}
              </span>
            ) : draft.isOwn ? (
              <Button
                variant="link"
                size="small"
                aria-label={`${labels.insert}: ${fact.label}`}
                isDisabled={isActive(draft) || saving.isPending}
                onPress={() => insert(fact.text)}
              >
                {labels.insert}
              </Button>
            ) : null}
          </li>
        ))}
      </ol>
    </section>
  );
}

function toOrigin(origin: DraftVersionOrigin, isOwn: boolean): string {
  if (origin === DraftVersionOrigin.COPIED) return labels.copiedVersion;
  if (origin !== DraftVersionOrigin.EDITED) return labels.writtenVersion;
  return isOwn ? labels.editedVersion : labels.editedByOwner;
}

type VersionsProps = Props & { viewed: number; onView: (number: number) => void };

function Versions({ draft, viewed, onView }: VersionsProps) {
  return (
    <section className="evidence__part" aria-label={labels.versions}>
      <h2 className="panel-title">{labels.versions}</h2>
      <ol>
        {draft.versions.map(({ number, origin, createdAt }) => {
          const isCurrent = number === draft.version;
          const isViewed = viewed ? viewed === number : isCurrent;
          return (
            <li key={number}>
              <button
                type="button"
                className="version"
                aria-current={isViewed || undefined}
                onClick={() => onView(isCurrent ? 0 : number)}
              >
                <span className="version__mark" />
                <span>
                  <span className="strong">{number}</span> · {toOrigin(origin, draft.isOwn)}
                </span>
                <span className="caption">
                  {createdAt ? formatDateTime(timestampDate(createdAt), new Date()) : ""}
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function Feedback({ draft }: Props) {
  const rating = useSetFeedback();
  const rate = (feedback: DraftFeedback) =>
    rating.mutate({ id: draft.id, feedback }, { onError: toastError });
  return (
    <section className="evidence__part row" aria-label={labels.feedback}>
      <p className="row__grow small secondary">{labels.feedback}</p>
      {[
        { value: DraftFeedback.HELPFUL, label: labels.yes },
        { value: DraftFeedback.NOT_HELPFUL, label: labels.no },
      ].map(({ value, label }) => (
        <Button
          key={value}
          size="small"
          aria-pressed={draft.feedback === value}
          {...(draft.feedback === value ? { icon: "check" as const } : {})}
          onPress={() => rate(value)}
        >
          {label}
        </Button>
      ))}
    </section>
  );
}

/** The evidence of a draft: details to check, facts, versions, and the feedback of its owner. */
export function Evidence({ draft, viewed, onView }: VersionsProps) {
  return (
    <aside className="evidence" aria-label={labels.evidence}>
      {draft.isTemplate ? (
        <section className="evidence__part" aria-label={labels.template}>
          <h2 className="panel-title">{labels.template}</h2>
          <p className="small secondary">{templateReasonLabels[draft.templateReason]}</p>
        </section>
      ) : null}
      <Details draft={draft} />
      {draft.communityId ? <Facts draft={draft} /> : null}
      <Versions draft={draft} viewed={viewed} onView={onView} />
      {draft.isOwn && !isActive(draft) ? <Feedback draft={draft} /> : null}
    </aside>
  );
}
