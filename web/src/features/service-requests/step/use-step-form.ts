import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { useState } from "react";
import { type Problem, toProblem } from "../../../api/problem";
import { needsNote, noteMissing } from "../../../entities/service-request/action-labels";
import {
  type ServiceRequest,
  ServiceRequestAction,
} from "../../../gen/parlor/v1/service_request_pb";
import { useEstimateGate } from "./estimate-notice";
import { labels } from "./labels";
import { useTakeStep } from "./use-take-step";

/** Returns the timestamp of a day such as "2026-11-03" at noon, so that time zones keep the day. */
function toTimestamp(day: string) {
  const date = new Date(`${day}T12:00`);
  return Number.isNaN(date.getTime()) ? undefined : timestampFromDate(date);
}

/** Fields of a step, their validation, and the error of the server. */
export function useStepForm(
  request: ServiceRequest,
  action: ServiceRequestAction,
  onDone: () => void,
) {
  const taking = useTakeStep();
  const gate = useEstimateGate(request, action);
  const [note, setNote] = useState("");
  const [day, setDay] = useState("");
  const [isTried, setIsTried] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const isDateNeeded = action === ServiceRequestAction.DEFER;
  const deferredUntil = isDateNeeded ? toTimestamp(day) : undefined;
  const noteError = needsNote(action) && !note.trim() ? noteMissing : undefined;
  const dateError = isDateNeeded && !deferredUntil ? labels.dateMissing : undefined;

  async function submit() {
    setIsTried(true);
    if (noteError || dateError || gate === "blocked" || gate === "declined") return;
    setProblem(undefined);
    try {
      const approvesEstimate = gate === "approvable";
      await taking.take(request, { action, note, deferredUntil, approvesEstimate });
      onDone();
    } catch (error) {
      setProblem(toProblem(error));
    }
  }

  return {
    gate,
    note,
    day,
    deferredUntil,
    isDateNeeded,
    setNote,
    setDay,
    submit,
    pending: taking.pending,
    noteError: (isTried ? noteError : undefined) ?? problem?.fields.note,
    dateError: (isTried ? dateError : undefined) ?? problem?.fields.deferredUntil,
    /** An error that belongs to no field. */
    problem: problem?.fields.note || problem?.fields.deferredUntil ? undefined : problem,
  };
}
