import { type FormEvent, useRef, useState } from "react";
import { Link } from "react-router";
import { sessionEnded } from "../../api/problem";
import { startSession } from "../../api/session-token";
import { SessionService } from "../../gen/parlor/v1/session_service_pb";
import { Icon } from "../../ui";
import { AuthLayout, FormError, SendButton } from "./auth-layout";
import { labels } from "./labels";
import { LoginField } from "./login-field";
import { PasswordField } from "./password-field";
import { useCountdown } from "./use-countdown";
import { useSubmit } from "./use-submit";

type Props = {
  /** The session ended without a logout. */
  lost: boolean;
  /** Title of the screen that opens after the login. */
  returnTo: string | undefined;
  /** Path of the page that resets a password. */
  resetPath: string;
};

type Errors = { email?: string; password?: string };

function missingFields(email: string, password: string): Errors {
  return {
    ...(email.trim() ? {} : { email: labels.emailMissing }),
    ...(password ? {} : { password: labels.passwordMissing }),
  };
}

export default function LoginPage({ lost, returnTo, resetPath }: Props) {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [errors, setErrors] = useState<Errors>({});
  const emailRef = useRef<HTMLInputElement>(null);
  const passwordRef = useRef<HTMLInputElement>(null);
  const wait = useCountdown();
  const { call, pending, problem } = useSubmit(SessionService.method.login, {
    onDone: ({ token }) => startSession(token),
    onRefused: (refusal) => {
      setErrors(refusal.fields);
      if (refusal.retryAfter) wait.start(refusal.retryAfter);
      passwordRef.current?.focus();
      passwordRef.current?.select();
    },
  });
  const formProblem = problem && Object.keys(problem.fields).length === 0 ? problem : undefined;

  function submit(event: FormEvent) {
    event.preventDefault();
    // A password manager may fill fields without an input event.
    const filled = {
      email: emailRef.current?.value || email,
      password: passwordRef.current?.value || password,
    };
    const missing = missingFields(filled.email, filled.password);
    setErrors(missing);
    if (missing.email) emailRef.current?.focus();
    else if (missing.password) passwordRef.current?.focus();
    else if (!pending && wait.left === 0) void call({ ...filled, email: filled.email.trim() });
  }

  return (
    <AuthLayout title={labels.title} text={labels.text} onSubmit={submit}>
      {lost && !formProblem ? (
        <p className="notice notice--warning" role="status">
          <Icon name="warning" />
          <span>
            <span className="strong">{sessionEnded.title}</span>
            <br />
            {returnTo ? labels.returnTo(returnTo) : sessionEnded.text}
          </span>
        </p>
      ) : null}
      <FormError problem={formProblem} />
      <LoginField
        ref={emailRef}
        label={labels.email}
        type="email"
        name="email"
        autoComplete="username"
        autoFocus
        maxLength={254}
        value={email}
        onChange={setEmail}
        error={errors.email}
      />
      <PasswordField
        inputRef={passwordRef}
        value={password}
        onChange={setPassword}
        error={errors.password}
        aside={
          <Link className="small" to={resetPath}>
            {labels.forgotPassword}
          </Link>
        }
      />
      <SendButton pending={pending} disabled={wait.left > 0}>
        {wait.left > 0 ? labels.retryIn(wait.words) : labels.logIn}
      </SendButton>
    </AuthLayout>
  );
}
