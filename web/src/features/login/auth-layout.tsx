// Layout of the pages before login: illustration, form and error.

import type { FormEvent, ReactNode } from "react";
import type { Problem } from "../../lib/problem";
import { Icon } from "../../ui";
import { LoginIllustration } from "./login-illustration";

type Props = {
  title: string;
  text: ReactNode;
  /** Unset for a page without a form. */
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

/** Error that belongs to no field. */
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
