import type {
  DescMessage,
  DescMethodUnary,
  MessageInitShape,
  MessageShape,
} from "@bufbuild/protobuf";
import { callUnaryMethod, useTransport } from "@connectrpc/connect-query";
import { useState } from "react";
import { type Problem, toProblem } from "../../api/problem";

type SubmitOutcome<O extends DescMessage> = {
  onDone: (response: MessageShape<O>) => void;
  onRefused?: (problem: Problem) => void;
};

/** Calls a method before login, without a query client because nothing is cached. */
export function useSubmit<I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O>,
  { onDone, onRefused }: SubmitOutcome<O>,
) {
  const transport = useTransport();
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const call = async (request: MessageInitShape<I>) => {
    setPending(true);
    setProblem(undefined);
    try {
      onDone(await callUnaryMethod(transport, method, request));
    } catch (error) {
      const refusal = toProblem(error);
      setProblem(refusal);
      onRefused?.(refusal);
    } finally {
      setPending(false);
    }
  };
  return { call, pending, problem };
}
