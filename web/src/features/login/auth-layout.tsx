// What the pages before the session share: the hall, a form, and a refusal.

import type { FormEvent, ReactNode } from "react";
import type { Problem } from "../../lib/problem";
import { Icon } from "../../ui";
import { LoginIllustration } from "./login-illustration";
import "./login.css";

type Props = {
  title: string;
  text: ReactNode;
  /** Without it, there is nothing to send. */
  onSubmit?: (event: FormEvent) => void;
  children: ReactNode;
};

export function AuthLayout({ title, text, onSubmit, children }: Props) {
  const inner = (
    <>
      <div className="stack">
        <h1 className="login__title">{title}</h1>
        <p className="secondary">{text}</p>
      </div>
      {children}
    </>
  );
  return (
    <main className="login">
      <LoginIllustration />
      <section className="login__desk">
        {onSubmit ? (
          <form className="login__form" onSubmit={onSubmit} noValidate>
            {inner}
          </form>
        ) : (
          <div className="login__form">{inner}</div>
        )}
      </section>
    </main>
  );
}

/** What was refused and belongs to no field. */
export function FormError({ problem }: { problem: Problem | undefined }) {
  if (!problem) return null;
  return (
    <p className="notice notice--danger" role="alert">
      <Icon name="danger" />
      <span>
        <span className="strong">{problem.title}</span> {problem.text}
      </span>
    </p>
  );
}

type ButtonProps = { pending: boolean; disabled?: boolean; children: ReactNode };

export function SendButton({ pending, disabled = false, children }: ButtonProps) {
  return (
    <button
      type="submit"
      className={`button button--primary button--large button--wide${pending ? " is-busy" : ""}`}
      disabled={disabled}
      aria-busy={pending}
    >
      {children}
    </button>
  );
}
