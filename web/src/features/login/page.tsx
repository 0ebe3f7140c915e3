import { type FormEvent, useRef, useState } from "react";
import { Icon } from "../../ui";
import { Hall } from "./hall";
import "./login.css";
import { LoginField } from "./login-field";
import { PasswordField } from "./password-field";
import { useCountdown } from "./use-countdown";
import { useLogin } from "./use-login";

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
  const { login, pending, problem } = useLogin((refusal) => {
    setErrors(refusal.fields);
    if (refusal.retryAfter) wait.start(refusal.retryAfter);
    passwordRef.current?.focus();
    passwordRef.current?.select();
  });
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
    else if (!pending && wait.left === 0) void login({ ...filled, email: filled.email.trim() });
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
          <LoginField
            ref={emailRef}
            label="E-mail"
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
          />
          <button
            type="submit"
            className={`button button--primary button--large button--wide${pending ? " is-busy" : ""}`}
            disabled={wait.left > 0}
            aria-busy={pending}
          >
            {wait.left > 0 ? `Try again in ${wait.words}` : "Log in"}
          </button>
        </form>
      </section>
    </main>
  );
}
