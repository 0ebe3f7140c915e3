import { useQuery } from "@connectrpc/connect-query";
import { type FormEvent, useRef, useState } from "react";
import { Link } from "react-router";
import { AccountService } from "../../gen/parlor/v1/account_service_pb";
import { type Problem, toProblem } from "../../rpc/problem";
import { Icon, ProblemFace, Skeleton, Strength } from "../../ui";
import AskPage from "./ask-page";
import { Door, Refused, SendButton } from "./door";
import { PasswordField } from "./password-field";
import { useCall } from "./use-call";

type Props = { token: string; loginPath: string };

const isExpired = (problem: Problem | undefined) => problem?.reason === "LINK_EXPIRED";

/** Sets a password with the link of a mail. */
export default function SetPasswordPage({ token, loginPath }: Props) {
  const link = useQuery(
    AccountService.method.checkPasswordLink,
    { token },
    { staleTime: Number.POSITIVE_INFINITY },
  );
  const [set, setSet] = useState(false);
  const [gone, setGone] = useState(false);
  const problem = link.error ? toProblem(link.error) : undefined;

  if (set) return <Done loginPath={loginPath} />;
  if (gone || isExpired(problem)) return <AskPage expired loginPath={loginPath} />;
  if (problem) {
    return (
      <Door title="Your link" text="It could not be looked at.">
        <ProblemFace
          problem={problem}
          onRetry={() => void link.refetch()}
          pending={link.isFetching}
        />
      </Door>
    );
  }
  if (!link.data) {
    return (
      <Door title="One moment" text="We look at your link.">
        <Skeleton high="44px" />
        <Skeleton high="44px" />
      </Door>
    );
  }
  const { firstName, invitation } = link.data;
  return (
    <Choose
      token={token}
      title={invitation ? `Welcome, ${firstName}` : `Hello, ${firstName}`}
      text={
        invitation
          ? "Choose a password, and your account is ready."
          : "Choose a new password. You are logged out everywhere else."
      }
      onSet={() => setSet(true)}
      onGone={() => setGone(true)}
    />
  );
}

function Done({ loginPath }: { loginPath: string }) {
  return (
    <Door title="Your password is set" text="Every earlier session has ended. Log in with it now.">
      <p className="notice notice--success" role="status">
        <Icon name="ok" />
        <span>Nobody is logged in to your account any more, on any computer or phone.</span>
      </p>
      <Link className="button button--primary button--large button--wide" to={loginPath}>
        Log in
      </Link>
    </Door>
  );
}

type ChooseProps = {
  token: string;
  title: string;
  text: string;
  onSet: () => void;
  onGone: () => void;
};

function Choose({ token, title, text, onSet, onGone }: ChooseProps) {
  const [password, setPassword] = useState("");
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const { call, pending, problem } = useCall(AccountService.method.resetPassword, {
    onDone: onSet,
    onRefused: (refusal) => {
      if (isExpired(refusal)) return onGone();
      setError(refusal.fields.password);
      field.current?.focus();
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const filled = field.current?.value || password;
    setError(filled ? undefined : "Fill this in.");
    if (!filled) field.current?.focus();
    else if (!pending) void call({ token, password: filled });
  }

  return (
    <Door title={title} text={text} onSubmit={submit}>
      <Refused problem={problem && !problem.fields.password ? problem : undefined} />
      <PasswordField
        inputRef={field}
        fresh
        autoFocus
        value={password}
        onChange={(next) => {
          setPassword(next);
          setError(undefined);
        }}
        error={error}
        below={<Strength password={password} />}
      />
      <SendButton pending={pending}>Set the password</SendButton>
    </Door>
  );
}
