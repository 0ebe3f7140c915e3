import { useQuery } from "@connectrpc/connect-query";
import { type FormEvent, useRef, useState } from "react";
import { Link } from "react-router";
import { type Problem, toProblem } from "../../api/problem";
import { AccountService } from "../../gen/parlor/v1/account_service_pb";
import type { PasswordOwner } from "../../lib/password-rules";
import { ErrorState, Icon, PasswordStrength, Skeleton } from "../../ui";
import { AuthLayout, FormError, SendButton } from "./auth-layout";
import { labels } from "./labels";
import { PasswordField } from "./password-field";
import RequestLinkPage from "./request-link-page";
import { resetLabels } from "./reset-labels";
import { useSubmit } from "./use-submit";

type Props = { token: string; loginPath: string };

const isExpired = (problem: Problem | undefined) => problem?.reason === "LINK_EXPIRED";

/** Sets a password with the link from an email. */
export default function SetPasswordPage({ token, loginPath }: Props) {
  const link = useQuery(
    AccountService.method.verifyPasswordResetToken,
    { token },
    { staleTime: Number.POSITIVE_INFINITY },
  );
  const [set, setSet] = useState(false);
  const [isUsed, setIsUsed] = useState(false);
  const problem = link.error ? toProblem(link.error) : undefined;

  if (set) return <PasswordSaved loginPath={loginPath} />;
  if (isUsed || isExpired(problem)) return <RequestLinkPage expired loginPath={loginPath} />;
  if (problem) {
    return (
      <AuthLayout title={resetLabels.linkErrorTitle} text={resetLabels.linkErrorText}>
        <ErrorState
          problem={problem}
          onRetry={() => void link.refetch()}
          pending={link.isFetching}
        />
      </AuthLayout>
    );
  }
  if (!link.data) {
    return (
      <AuthLayout title={resetLabels.linkLoadingTitle} text={resetLabels.linkLoadingText}>
        <Skeleton high="44px" />
        <Skeleton high="44px" />
      </AuthLayout>
    );
  }
  const { firstName, lastName, email, companyName, invitation } = link.data;
  return (
    <ChoosePassword
      token={token}
      owner={{ firstName, lastName, email, company: companyName }}
      title={
        invitation ? resetLabels.invitationTitle(firstName) : resetLabels.resetTitle(firstName)
      }
      text={invitation ? resetLabels.invitationText : resetLabels.resetText}
      onSet={() => setSet(true)}
      onExpired={() => setIsUsed(true)}
    />
  );
}

function PasswordSaved({ loginPath }: { loginPath: string }) {
  return (
    <AuthLayout title={resetLabels.savedTitle} text={resetLabels.savedText}>
      <p className="notice notice--success" role="status">
        <Icon name="ok" />
        <span>{resetLabels.loggedOut}</span>
      </p>
      <Link className="button button--primary button--large button--wide" to={loginPath}>
        {labels.logIn}
      </Link>
    </AuthLayout>
  );
}

type ChoosePasswordProps = {
  token: string;
  owner: PasswordOwner;
  title: string;
  text: string;
  onSet: () => void;
  onExpired: () => void;
};

function ChoosePassword({ token, owner, title, text, onSet, onExpired }: ChoosePasswordProps) {
  const [password, setPassword] = useState("");
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const { call, pending, problem } = useSubmit(AccountService.method.resetPassword, {
    onDone: onSet,
    onRefused: (refusal) => {
      if (isExpired(refusal)) return onExpired();
      setError(refusal.fields.password);
      field.current?.focus();
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const filled = field.current?.value || password;
    setError(filled ? undefined : resetLabels.newPasswordMissing);
    if (!filled) field.current?.focus();
    else if (!pending) void call({ token, password: filled });
  }

  return (
    <AuthLayout title={title} text={text} onSubmit={submit}>
      <FormError problem={problem && !problem.fields.password ? problem : undefined} />
      <PasswordField
        inputRef={field}
        isNew
        autoFocus
        value={password}
        onChange={(next) => {
          setPassword(next);
          setError(undefined);
        }}
        error={error}
        below={<PasswordStrength password={password} owner={owner} />}
      />
      <SendButton pending={pending}>{resetLabels.setPassword}</SendButton>
    </AuthLayout>
  );
}
