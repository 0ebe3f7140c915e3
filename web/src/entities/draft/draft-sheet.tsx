import { Suspense, useMemo, useState } from "react";
import { toastError } from "../../forms/toast-error";
import { type Draft, DraftStage, DraftState } from "../../gen/parlor/v1/draft_pb";
import { lazyWithReload } from "../../lib/lazy";
import { Button, Icon, Skeleton } from "../../ui";
import { type Place, toCitationFinder } from "./citations/citations";
import { DraftBar } from "./draft-bar";
import { FormattedText } from "./formatted-text";
import { failureLabels, labels } from "./labels";
import { useContinueDraft, useDeleteDraft, useDraftVersion, useStopDraft } from "./queries";
import { sharingLabels } from "./sharing-labels";
import { isActive } from "./use-live-draft";

const DraftEditor = lazyWithReload(() => import("./draft-editor"));
const SourceSheet = lazyWithReload(() => import("./citations/source-sheet"));

const waiting = { stage: DraftStage.UNSPECIFIED, part: 0, partCount: 0 };

function countWords(text: string): number {
  return text.split(/\s+/).filter(Boolean).length;
}

/** Progress of the language model through its steps. */
function Stages({ draft }: { draft: Draft }) {
  const { stage, part, partCount } = draft.progress ?? waiting;
  if (partCount === 0) return null;
  const isReading = stage === DraftStage.READING;
  const stages = [
    {
      key: "read",
      name: isReading ? labels.readingPart(part, partCount) : labels.readAll(partCount),
      isNow: isReading,
    },
    { key: "write", name: labels.writeFromNotes, isNow: !isReading },
  ];
  return (
    <ol className="stages" aria-label={labels.stages}>
      {stages.map(({ key, name, isNow }) => (
        <li key={key} className="stages__one small" aria-current={isNow ? "step" : undefined}>
          <span className="stages__mark" />
          {name}
        </li>
      ))}
    </ol>
  );
}

function WritingNow({ draft }: { draft: Draft }) {
  const stopping = useStopDraft();
  const { stage } = draft.progress ?? waiting;
  const isReading = stage === DraftStage.READING;
  const state = isReading ? labels.reading : labels.writing;
  return (
    <div className="writing-now">
      <Icon name="wait" size="small" />
      <span className="small">
        <span className="strong" role="status">
          {draft.state === DraftState.QUEUED ? labels.waiting : state}
        </span>
        {isReading ? null : ` · ${labels.wordCount(countWords(draft.text))}`}
      </span>
      {draft.isOwn ? (
        <Button
          variant="primary"
          size="small"
          icon="close"
          pending={stopping.isPending}
          onPress={() => stopping.mutate({ id: draft.id })}
        >
          {labels.stop}
        </Button>
      ) : null}
    </div>
  );
}

/** Explains why a draft is incomplete, and how to continue. */
function UnfinishedNotice({ draft }: { draft: Draft }) {
  const continuing = useContinueDraft();
  const failed = draft.state === DraftState.FAILED;
  if (!failed && draft.state !== DraftState.STOPPED) return null;
  const { id } = draft;
  if (!draft.isOwn) {
    return (
      <div className="notice" role="status">
        <p className="row__grow">{sharingLabels.unfinished}</p>
      </div>
    );
  }
  return (
    <div className={failed ? "notice notice--danger" : "notice"} role="status">
      <p className="row__grow">{failed ? failureLabels[draft.failure] : labels.stoppedText}</p>
      <Button
        size="small"
        pending={continuing.isPending}
        onPress={() => continuing.mutate({ id }, { onError: toastError })}
      >
        {labels.continue}
      </Button>
    </div>
  );
}

/** The text of a draft with details to check marked. Citations open the document in a sheet. */
function MarkedText({ draft, text, details }: { draft: Draft; text: string; details: string[] }) {
  const [place, setPlace] = useState<Place>();
  const sources = draft.inputs?.sources;
  const findCitations = useMemo(() => toCitationFinder(sources ?? []), [sources]);
  return (
    <>
      <FormattedText text={text} marks={{ details, findCitations, onOpen: setPlace }} />
      {place ? (
        <Suspense>
          <SourceSheet place={place} onClose={() => setPlace(undefined)} />
        </Suspense>
      ) : null}
    </>
  );
}

type Props = {
  draft: Draft;
  /** Number of an older version to view; 0 for the current one. */
  viewed: number;
  onViewCurrent: () => void;
  onDeleted: () => void;
  onCopied: (id: string) => void;
};

/** The text of a draft: read-only while it is being written, then editable by its owner. */
export function DraftSheet({ draft, viewed, onViewCurrent, onDeleted, onCopied }: Props) {
  const [isEditing, setEditing] = useState(false);
  const older = useDraftVersion(draft.id, viewed);
  const remove = useDeleteDraft();
  const active = isActive(draft);
  const text = viewed ? older.data?.text : draft.text;
  const details = viewed ? [] : draft.unverifiedDetails.map((detail) => detail.text);
  const onDelete = () => {
    remove(draft);
    onDeleted();
  };
  return (
    <section className="desk-top" aria-label={labels.draft}>
      <DraftBar
        draft={draft}
        canEdit={draft.isOwn && !active && !isEditing && !viewed}
        onEdit={() => setEditing(true)}
        onDelete={onDelete}
        onCopied={onCopied}
      />
      <div className="sheet-notices">
        {active ? <Stages draft={draft} /> : null}
        <UnfinishedNotice draft={draft} />
        {viewed ? (
          <div className="notice" role="status">
            <p className="row__grow">{labels.viewedVersion(viewed)}</p>
            <Button size="small" onPress={onViewCurrent}>
              {labels.backToCurrent}
            </Button>
          </div>
        ) : null}
      </div>
      {isEditing && draft.isOwn && !active && !viewed ? (
        <Suspense fallback={<div className="paper paper--editor" aria-busy="true" />}>
          <DraftEditor key={draft.revision} draft={draft} onClose={() => setEditing(false)} />
        </Suspense>
      ) : (
        <article className="paper" aria-label={labels.draftText} aria-busy={active}>
          {text ? (
            <MarkedText draft={draft} text={text} details={details} />
          ) : (
            <Skeleton wide="60%" />
          )}
        </article>
      )}
      {active ? <WritingNow draft={draft} /> : null}
    </section>
  );
}
