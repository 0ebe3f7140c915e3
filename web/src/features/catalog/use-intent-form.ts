// A form for changes to the draft. Violated rules and errors of the server are shown at their
// field, or else at the form.

import { create, type DescMessage, type MessageInitShape } from "@bufbuild/protobuf";
import { useState } from "react";
import { type Problem, toProblem } from "../../api/problem";
import { loadValidator } from "../../forms/rules";
import { fieldErrors, toFormPaths } from "./form-errors";

/** `request` is the message to send. It is validated first, for messages in the app's wording. */
export function useIntentForm<D extends DescMessage>(
  schema: D,
  request: () => MessageInitShape<D>,
  send: () => Promise<void>,
) {
  const [fields, setFields] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<Problem>();
  const [pending, setPending] = useState(false);
  const forget = () => {
    setFields({});
    setProblem(undefined);
  };
  const submit = async () => {
    setPending(true);
    forget();
    const check = await loadValidator();
    const broken = check(schema, create(schema, request()));
    setFields(Object.fromEntries(broken.map(({ path, words }) => [path, words])));
    if (broken.length === 0) {
      await send().catch((error: unknown) => {
        const failure = toProblem(error);
        setFields(toFormPaths(failure.fields));
        setProblem(failure);
      });
    }
    setPending(false);
  };
  return {
    pending,
    /** Errors by full path: "split.parts.1.title". */
    fields,
    /** Errors by the field's own name. */
    errors: fieldErrors(fields),
    /** An error without a field. */
    problem: Object.keys(fields).length > 0 ? undefined : problem,
    submit: () => void submit(),
    forget,
  };
}
