import { useRef } from "react";
import type { Blast } from "../../../gen/parlor/v1/blast_pb";
import { showDirectionMarks } from "../../../lib/direction-marks";
import { Button, Icon, Menu } from "../../../ui";
import { ConsentNotice } from "../consent/consent-notice";
import { type Draft, useDraft } from "../draft/use-draft";
import { labels as blastLabels, stepLabels } from "../labels";
import type { BlastPageProps } from "../open-blast";
import { useDeleteBlast } from "../queries";
import { ReviewStep } from "../review/review-step";
import type { SendPanelHandle } from "../review/send-panel-handle";
import { type Step, steps } from "../url-state";
import { labels } from "./labels";
import { MessageStep } from "./message-step";
import { RecipientsStep } from "./recipients-step";
import { SaveProblem, SaveStatus } from "./save-status";
import { StepNav } from "./step-nav";

type Props = BlastPageProps & { blast: Blast; onClose: () => void };

function MoreMenu({ blast, onClose }: Pick<Props, "blast" | "onClose">) {
  const remove = useDeleteBlast();
  return (
    <Menu
      label={labels.more}
      items={[
        {
          id: "delete",
          label: labels.deleteDraft,
          icon: "bin",
          danger: true,
          onAction: () => {
            remove(blast);
            onClose();
          },
        },
      ]}
      trigger={<Button variant="quiet" icon="dots" aria-label={labels.more} />}
    />
  );
}

/** Shows why the approver rejected the blast. */
function RejectionNotice({ note }: { note: string }) {
  if (!note) return null;
  return (
    <div className="notice notice--warning" role="status">
      <Icon name="note" />
      <p className="row__grow blast-text">
        <span className="strong">{labels.rejected}</span> {showDirectionMarks(note)}
      </p>
    </div>
  );
}

type FootProps = {
  draft: Draft;
  step: Step;
  onStep: (step: Step) => void;
  onChooseTime: () => void;
};

/** The steps before and after. The last step is sent from its panel, which has the primary button. */
function Foot({ draft, step, onStep, onChooseTime }: FootProps) {
  const at = steps.indexOf(step);
  const [before, next] = [steps[at - 1], steps[at + 1]];
  return (
    <footer className="blast-foot">
      {before ? (
        <Button variant="quiet" icon="back" onPress={() => onStep(before)}>
          {stepLabels[before]}
        </Button>
      ) : null}
      <SaveStatus draft={draft} />
      {next ? (
        <Button variant="primary" onPress={() => onStep(next)}>
          {labels.continueTo(stepLabels[next])}
        </Button>
      ) : (
        <Button icon="calendar" onPress={onChooseTime}>
          {labels.chooseTime}
        </Button>
      )}
    </footer>
  );
}

/** Edits a draft, step by step. */
export default function Composer({ blast, urlState, setUrlState, onClose }: Props) {
  const draft = useDraft(blast);
  const sendPanel = useRef<SendPanelHandle>(null);
  const { step } = urlState;
  const go = (to: Step) => {
    void draft.saveNow();
    setUrlState({ step: to });
  };
  return (
    <>
      <div className="screen-head">
        <Button variant="quiet" icon="back" aria-label={blastLabels.allBlasts} onPress={onClose} />
        <h1 className="screen-title row__grow">
          {showDirectionMarks(draft.values.title) || labels.untitled}
        </h1>
        <StepNav step={step} onStep={go} />
        <MoreMenu blast={blast} onClose={onClose} />
      </div>
      <div className="screen-body stack stack--loose">
        <SaveProblem draft={draft} />
        <RejectionNotice note={blast.rejectionNote} />
        {blast.asksConsent ? <ConsentNotice /> : null}
        {step === "recipients" ? <RecipientsStep draft={draft} /> : null}
        {step === "message" ? <MessageStep draft={draft} /> : null}
        {step === "review" ? (
          <ReviewStep
            draft={draft}
            urlState={urlState}
            setUrlState={setUrlState}
            sendPanel={sendPanel}
          />
        ) : null}
      </div>
      <Foot
        draft={draft}
        step={step}
        onStep={go}
        onChooseTime={() => sendPanel.current?.chooseTime()}
      />
    </>
  );
}
