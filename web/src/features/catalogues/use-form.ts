// A form over the draft: what is refused lands on its field, or at the form.

import { useState } from "react";
import { type Problem, toProblem } from "../../rpc/problem";
import { fieldErrors } from "./words";

export function useForm(send: () => Promise<void>) {
  const [problem, setProblem] = useState<Problem>();
  const [pending, setPending] = useState(false);
  const errors = problem ? fieldErrors(problem.fields) : {};
  const submit = async () => {
    setPending(true);
    setProblem(undefined);
    try {
      await send();
    } catch (error) {
      setProblem(toProblem(error));
    } finally {
      setPending(false);
    }
  };
  return {
    pending,
    errors,
    /** What has no field. */
    problem: Object.keys(errors).length > 0 ? undefined : problem,
    submit: () => void submit(),
    forget: () => setProblem(undefined),
  };
}
