import { useState } from "react";
import { toProblem } from "../../../api/problem";
import { FormProblem } from "../../../forms";
import type { ReviewBlastResponse } from "../../../gen/parlor/v1/blast_service_pb";
import { Button, RadioGroup, Switch, TextArea, TextField } from "../../../ui";
import type { Draft } from "../draft/use-draft";
import { peopleLabel } from "../labels";
import { pictureLabels } from "../picture/labels";
import { useScheduleBlast } from "../queries";
import { sendLabels as labels, timeZoneLabel } from "./labels";
import {
  initialSendOptions,
  reasonLengths,
  type SendErrors,
  type SendOptions,
  sendErrors,
  toScheduleRequest,
} from "./send-options";
import { ApprovalHint, isOverLimit, LimitNotice } from "./send-rules";
import { sendPanelId } from "./show-send-panel";

type Props = { draft: Draft; review: ReviewBlastResponse };

type FieldsProps = {
  needsApproval: boolean;
  timeZone: string;
  options: SendOptions;
  errors: SendErrors;
  onChange: (part: Partial<SendOptions>) => void;
};

/** Returns why the blast can't be sent yet; empty if it can. */
function blockedText(review: ReviewBlastResponse, options: SendOptions): string {
  const { recipientCount, unknownFields } = review;
  if (recipientCount === 0) return labels.everyoneLeftOut;
  if (isOverLimit(review, options)) return labels.tooManyRecipients;
  if (review.isPictureRefused) return pictureLabels.refusedShort;
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

/** Sends or schedules the blast. */
export function SendPanel({ draft, review }: Props) {
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
  const fields: FieldsProps = {
    needsApproval,
    timeZone: review.timeZone,
    options,
    errors: { ...refused, ...(tried ? own : {}) },
    onChange: (part) => setOptions((before) => ({ ...before, ...part })),
  };
  const blocked = blockedText(review, options);
  const submit = () => {
    setTried(true);
    if (Object.keys(own).length > 0) return;
    const { id, version } = draft.saved;
    scheduling.mutate({ id, version, ...toScheduleRequest(options) });
  };
  const who = peopleLabel(review.recipientCount);
  return (
    <section className="panel" id={sendPanelId} aria-label={labels.title}>
      <div className="panel__head">
        <h2 className="panel-title">{labels.title}</h2>
      </div>
      <div className="panel__body stack stack--loose">
        <FormProblem problem={Object.keys(refused).length > 0 ? undefined : problem} />
        {isOverLimit(review, options) ? <LimitNotice review={review} /> : null}
        <TimeFields {...fields} />
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
