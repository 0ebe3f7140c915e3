import { createClient } from "@connectrpc/connect";
import { useTransport } from "@connectrpc/connect-query";
import { useState } from "react";
import { SessionService } from "../../gen/parlor/v1/session_service_pb";
import { type Problem, toProblem } from "../../rpc/problem";
import { startSession } from "../../rpc/session";

type Credentials = { email: string; password: string };

/** Signs in. There is nothing to cache before a session, so no query client either. */
export function useLogin(onRefused: (problem: Problem) => void) {
  const transport = useTransport();
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const login = async (credentials: Credentials) => {
    setPending(true);
    setProblem(undefined);
    try {
      const { token } = await createClient(SessionService, transport).login(credentials);
      startSession(token);
    } catch (error) {
      const refusal = toProblem(error);
      setProblem(refusal);
      onRefused(refusal);
    } finally {
      setPending(false);
    }
  };
  return { login, pending, problem };
}
