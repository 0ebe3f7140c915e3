import { useState } from "react";
import { toProblem } from "../../../api/problem";
import { FormProblem } from "../../../forms";
import { Button, RadioGroup, Switch, TextArea, TextField } from "../../../ui";
import type { Draft } from "../draft/use-draft";
import { peopleLabel } from "../labels";
import { pictureLabels } from "../picture/labels";
import { useScheduleBlast } from "../queries";
import { sendLabels as labels, timeZoneLabel } from "./labels";
import { Notice } from "./notice";
import {
  initialSendOptions,
  reasonLengths,
  type SendErrors,
  type SendOptions,
  sendErrors,
  toScheduleRequest,
  validStart,
} from "./send-options";
import { type SendPanelRef, useSendPanelHandle } from "./send-panel-handle";
import { ApprovalHint, isOverLimit, LimitNotice } from "./send-rules";
import type { StartReview, StartReviewing } from "./use-start-review";

type Props = {
  draft: Draft;
  reviewed: StartReview;
  reviewing: StartReviewing;
  handle: SendPanelRef;
};

type FieldsProps = {
  needsApproval: boolean;
  timeZone: string;
  options: SendOptions;
  errors: SendErrors;
  onChange: (part: Partial<SendOptions>) => void;
};

/** Returns why the blast can't be sent yet; empty if it can. */
function blockedText(reviewed: StartReview, options: SendOptions): string {
  const { recipientCount, unknownFields, isPictureRefused } = reviewed.review;
  if (recipientCount === 0) return labels.everyoneLeftOut;
  if (isOverLimit(reviewed, options)) return labels.tooManyRecipients;
  if (isPictureRefused) return pictureLabels.refusedShort;
  return unknownFields.length > 0 ? labels.unknownFields : "";
}

function TimeFields({ needsApproval, timeZone, options, errors, onChange }: FieldsProps) {
  return (
    <>
      <RadioGroup
        label={labels.when}
        value={options.later ? "later" : "now"}
        onChange={(value) => onChange({ later: value === "later" })}
        options={[
          {
            value: "now",
            label: needsApproval ? labels.onceApproved : labels.now,
            text: labels.nowHint,
          },
          { value: "later", label: labels.later, text: labels.laterHint },
        ]}
      />
      {options.later ? (
        <TextField
          label={labels.startsAt}
          type="datetime-local"
          value={options.startsAt}
          onChange={(startsAt) => onChange({ startsAt })}
          error={errors.startsAt}
          description={labels.timeZone(timeZoneLabel(timeZone))}
        />
      ) : null}
    </>
  );
}

function EmergencyFields({ options, errors, onChange }: FieldsProps) {
  return (
    <>
      <Switch
        label={labels.emergency}
        isSelected={options.isEmergency}
        onChange={(isEmergency) => onChange({ isEmergency })}
      />
      {options.isEmergency ? (
        <TextArea
          label={labels.emergencyReason}
          description={labels.emergencyReasonHint}
          value={options.emergencyReason}
          onChange={(emergencyReason) => onChange({ emergencyReason })}
          maxLength={reasonLengths.max}
          error={errors.emergencyReason}
        />
      ) : null}
    </>
  );
}

/** Shows why the blast could not be reviewed for the chosen start. */
function StartProblem({ reviewing }: { reviewing: StartReviewing }) {
  const { problem, onRetry, isUpdating } = reviewing;
  if (!problem) return null;
  return (
    <Notice
      tone="danger"
      icon="danger"
      title={labels.startReviewFailed}
      text={problem.fields.startsAtLocal ?? `${problem.title} ${problem.text}`}
      action={
        <Button size="small" pending={isUpdating} onPress={onRetry}>
          {labels.tryAgain}
        </Button>
      }
    />
  );
}

/** Sends or schedules the blast. */
export function SendPanel({ draft, reviewed, reviewing, handle }: Props) {
  const { review } = reviewed;
  const [options, setOptions] = useState(initialSendOptions);
  const [tried, setTried] = useState(false);
  const scheduling = useScheduleBlast();
  const problem = scheduling.error ? toProblem(scheduling.error) : undefined;
  const own = sendErrors(options, review.timeZone);
  const startRefusal = problem?.fields.startsAtLocal ?? problem?.fields.startsAt;
  const refused: SendErrors = problem
    ? {
        ...(startRefusal ? { startsAt: startRefusal } : {}),
        ...(problem.fields.emergencyReason
          ? { emergencyReason: problem.fields.emergencyReason }
          : {}),
      }
    : {};
  const needsApproval = review.needsApproval && !options.isEmergency;
  const onChange = (part: Partial<SendOptions>) => {
    const next = { ...options, ...part };
    setOptions(next);
    reviewing.setStart(validStart(next, review.timeZone));
  };
  const panel = useSendPanelHandle(handle, () => onChange({ later: true }));
  const fields: FieldsProps = {
    needsApproval,
    timeZone: review.timeZone,
    options,
    errors: { ...refused, ...(tried ? own : {}) },
    onChange,
  };
  const blocked = blockedText(reviewed, options);
  const submit = () => {
    setTried(true);
    if (Object.keys(own).length > 0) return;
    const { id, version } = draft.saved;
    scheduling.mutate({ id, version, ...toScheduleRequest(options) });
  };
  const who = peopleLabel(review.recipientCount);
  return (
    <section className="panel" ref={panel} aria-label={labels.title}>
      <div className="panel__head">
        <h2 className="panel-title">{labels.title}</h2>
      </div>
      <div className="panel__body stack stack--loose">
        <FormProblem problem={Object.keys(refused).length > 0 ? undefined : problem} />
        {isOverLimit(reviewed, options) ? <LimitNotice {...reviewed} /> : null}
        <TimeFields {...fields} />
        <StartProblem reviewing={reviewing} />
        {draft.saved.asksConsent ? null : <EmergencyFields {...fields} />}
        {needsApproval ? <ApprovalHint /> : null}
        <div className="row row--wrap">
          <Button
            variant="primary"
            icon={options.later ? "calendar" : "send-many"}
            pending={scheduling.isPending}
            isDisabled={blocked !== ""}
            onPress={submit}
          >
            {needsApproval ? labels.askForApproval : options.later ? labels.later : labels.now}
          </Button>
          <span className="small secondary">{blocked || labels.sendsTo(who)}</span>
        </div>
      </div>
    </section>
  );
}
