import { useState } from "react";
import { toProblem } from "../../../api/problem";
import { FormProblem } from "../../../forms";
import type { ReviewBlastResponse } from "../../../gen/parlor/v1/blast_service_pb";
import { Button, RadioGroup, Switch, TextArea, TextField } from "../../../ui";
import type { Draft } from "../draft/use-draft";
import { peopleLabel, timeZoneLabel } from "../labels";
import { pictureLabels } from "../picture/labels";
import { useScheduleBlast } from "../queries";
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
  if (recipientCount === 0) return "Everyone you chose is left out. Change the recipients.";
  if (isOverLimit(review, options)) return "Choose fewer recipients.";
  if (review.isPictureRefused) return pictureLabels.refusedShort;
  return unknownFields.length > 0 ? "Fix the merge fields in the message first." : "";
}

function TimeFields({ needsApproval, timeZone, options, errors, onChange }: FieldsProps) {
  return (
    <>
      <RadioGroup
        label="When"
        value={options.later ? "later" : "now"}
        onChange={(value) => onChange({ later: value === "later" })}
        options={[
          {
            value: "now",
            label: needsApproval ? "Once approved" : "Send now",
            text: "You can undo it for 10 seconds.",
          },
          { value: "later", label: "Schedule", text: "Sending starts automatically." },
        ]}
      />
      {options.later ? (
        <TextField
          label="Date and time"
          type="datetime-local"
          value={options.startsAt}
          onChange={(startsAt) => onChange({ startsAt })}
          error={errors.startsAt}
          description={`In the community's time zone: ${timeZoneLabel(timeZone)}.`}
        />
      ) : null}
    </>
  );
}

function EmergencyFields({ options, errors, onChange }: FieldsProps) {
  return (
    <>
      <Switch
        label="Emergency: ignore quiet hours"
        isSelected={options.isEmergency}
        onChange={(isEmergency) => onChange({ isEmergency })}
      />
      {options.isEmergency ? (
        <TextArea
          label="Reason for the emergency"
          description="It's saved with your name."
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
    <section className="panel" id={sendPanelId} aria-label="Send">
      <div className="panel__head">
        <h2 className="panel-title">Send</h2>
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
            {needsApproval ? "Ask for approval" : options.later ? "Schedule" : "Send now"}
          </Button>
          <span className="small secondary">{blocked || `To ${who}.`}</span>
        </div>
      </div>
    </section>
  );
}
