import { useMutation } from "@connectrpc/connect-query";
import { type FormEvent, useRef, useState } from "react";
import { SessionService } from "../../gen/parlor/v1/session_service_pb";
import { toProblem } from "../../rpc/problem";
import { startSession } from "../../rpc/session";
import { Button, Icon, TextField } from "../../ui";
import { Hall } from "./hall";
import "./login.css";
import { PasswordField } from "./password-field";
import { useCountdown } from "./use-countdown";

type Props = {
  /** The session is over, and nobody asked for it. */
  lost: boolean;
  /** The screen to which one returns. */
  returnTo: string | undefined;
};

type Errors = { email?: string; password?: string };

function missing(email: string, password: string): Errors {
  return {
    ...(email.trim() ? {} : { email: "Enter your e-mail address." }),
    ...(password ? {} : { password: "Enter your password." }),
  };
}

export default function LoginPage({ lost, returnTo }: Props) {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [errors, setErrors] = useState<Errors>({});
  const emailRef = useRef<HTMLInputElement>(null);
  const passwordRef = useRef<HTMLInputElement>(null);
  const wait = useCountdown();
  const login = useMutation(SessionService.method.login, {
    onSuccess: ({ token }) => startSession(token),
    onError: (error) => {
      const problem = toProblem(error);
      setErrors(problem.fields);
      if (problem.retryAfter) wait.start(problem.retryAfter);
      passwordRef.current?.focus();
      passwordRef.current?.select();
    },
  });
  const problem = login.error ? toProblem(login.error) : undefined;
  const told = problem && Object.keys(problem.fields).length === 0 ? problem : undefined;

  function submit(event: FormEvent) {
    event.preventDefault();
    // A password manager may fill in without telling.
    const filled = {
      email: emailRef.current?.value || email,
      password: passwordRef.current?.value || password,
    };
    const gaps = missing(filled.email, filled.password);
    setErrors(gaps);
    if (gaps.email) emailRef.current?.focus();
    else if (gaps.password) passwordRef.current?.focus();
    else if (!login.isPending && wait.left === 0)
      login.mutate({ ...filled, email: filled.email.trim() });
  }

  return (
    <main className="login">
      <Hall />
      <section className="login__desk">
        <form className="login__form" onSubmit={submit} noValidate>
          <div className="stack">
            <h1 className="login__title">Welcome back</h1>
            <p className="secondary">Log in to answer your residents.</p>
          </div>
          {lost && !told ? (
            <p className="notice notice--warning" role="status">
              <Icon name="warning" />
              <span>
                <span className="strong">Please login again.</span>
                {returnTo ? ` You will return to ${returnTo}.` : null}
              </span>
            </p>
          ) : null}
          {told ? (
            <p className="notice notice--danger" role="alert">
              <Icon name="danger" />
              <span>
                <span className="strong">{told.title}</span> {told.text}
              </span>
            </p>
          ) : null}
          <TextField
            label="E-mail"
            type="email"
            name="email"
            autoComplete="username"
            size="large"
            autoFocus
            inputRef={emailRef}
            value={email}
            onChange={setEmail}
            error={errors.email}
          />
          <PasswordField
            inputRef={passwordRef}
            value={password}
            onChange={setPassword}
            error={errors.password}
          />
          <Button
            type="submit"
            variant="primary"
            size="large"
            wide
            pending={login.isPending}
            isDisabled={wait.left > 0}
          >
            {wait.left > 0 ? `Try again in ${wait.words}` : "Log in"}
          </Button>
        </form>
      </section>
    </main>
  );
}
