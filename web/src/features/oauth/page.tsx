import { useMutation, useQuery } from "@connectrpc/connect-query";
import { type ReactNode, useState } from "react";
import { Link, useLocation } from "react-router";
import { type Problem, toProblem } from "../../api/problem";
import { fullName, useSession } from "../../entities/session/session";
import { type GetAuthorizationResponse, OAuthService } from "../../gen/parlor/v1/oauth_service_pb";
import { Avatar, Button, ErrorState, Icon, Logo, Skeleton } from "../../ui";
import { type AuthorizationRequest, isWebAddress, parseRequest } from "./authorization-request";
import { labels } from "./labels";
import "./oauth.css";

const duplicateParameterProblem: Problem = {
  title: labels.invalidTitle,
  text: labels.invalidText,
  fields: {},
  retryable: false,
};

type Props = {
  /** Logs out and returns to this page. */
  onSwitch: () => void;
  profilePath: string;
};

/** Allows or denies access for an application. Errors are shown here and not sent to the application. */
export default function OAuthPage(props: Props) {
  const { search } = useLocation();
  const request = parseRequest(search);
  return (
    <main className="oauth">
      <div className="oauth__mark">
        <Logo />
      </div>
      {request ? (
        <RequestDetails key={search} request={request} {...props} />
      ) : (
        <RequestError problem={duplicateParameterProblem} />
      )}
    </main>
  );
}

function Card({ children, busy = false }: { children: ReactNode; busy?: boolean }) {
  return (
    <section className="panel oauth__card" aria-busy={busy || undefined}>
      {children}
    </section>
  );
}

function RequestError({ problem, onRetry }: { problem: Problem; onRetry?: () => void }) {
  return (
    <Card>
      <h1 className="visually-hidden">{labels.denied}</h1>
      <ErrorState
        {...(problem.retryable ? {} : { title: labels.denied })}
        problem={problem}
        {...(onRetry && problem.retryable ? { onRetry } : {})}
      />
      <p className="oauth__home">
        <Link to="/">{labels.home}</Link>
      </p>
    </Card>
  );
}

function RequestDetails({ request, ...props }: Props & { request: AuthorizationRequest }) {
  const query = useQuery(OAuthService.method.getAuthorization, request, {
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (query.error) {
    return <RequestError problem={toProblem(query.error)} onRetry={() => void query.refetch()} />;
  }
  if (!query.data) {
    return (
      <Card busy>
        <Skeleton high="40px" wide="70%" />
        <Skeleton high="52px" />
        <Skeleton high="96px" />
        <Skeleton high="44px" />
      </Card>
    );
  }
  return <Decision {...props} request={request} application={query.data} />;
}

type DecisionProps = Props & {
  request: AuthorizationRequest;
  application: GetAuthorizationResponse;
};

function Decision({ request, application, onSwitch, profilePath }: DecisionProps) {
  const { company } = useSession();
  const { clientName, scopes, redirectHost } = application;
  const [leaving, setLeaving] = useState<boolean>();
  const decide = useMutation(OAuthService.method.decideAuthorization, {
    onSuccess: ({ redirectTo }) => {
      if (isWebAddress(redirectTo)) window.location.assign(redirectTo);
    },
    onError: () => setLeaving(undefined),
  });
  const answer = (allow: boolean) => {
    if (leaving !== undefined) return;
    setLeaving(allow);
    decide.mutate({ ...request, allow });
  };
  if (decide.error)
    return <RequestError problem={toProblem(decide.error)} onRetry={decide.reset} />;

  return (
    <Card>
      <div className="stack">
        <h1 className="oauth__title">{labels.title(clientName)}</h1>
        <p className="secondary">{labels.addedBy(company.name || company.label)}</p>
      </div>
      <Account onSwitch={onSwitch} />
      <div className="stack">
        <h2 className="label">{labels.scopes}</h2>
        <ul className="oauth__scopes">
          {scopes.map((scope) => (
            <li key={scope}>
              <Icon name="check" size="small" />
              {scope}
            </li>
          ))}
        </ul>
        <p className="caption">
          {labels.limits} <Link to={profilePath}>{labels.profile}</Link>.
        </p>
      </div>
      <div className="oauth__answers">
        <Button size="large" pending={leaving === false} onPress={() => answer(false)}>
          {labels.deny}
        </Button>
        <Button
          size="large"
          variant="primary"
          pending={leaving === true}
          onPress={() => answer(true)}
        >
          {labels.allow}
        </Button>
      </div>
      <p className="caption oauth__home" role="status">
        {leaving === undefined ? labels.willReturn : labels.returning}
        <span className="strong">{redirectHost}</span>.
      </p>
    </Card>
  );
}

function Account({ onSwitch }: { onSwitch: () => void }) {
  const { user } = useSession();
  return (
    <div className="oauth__account">
      <Avatar name={fullName(user)} staff />
      <div className="row__grow">
        <p className="strong">{fullName(user)}</p>
        <p className="caption">{user.email}</p>
      </div>
      <Button variant="link" size="small" onPress={onSwitch}>
        {labels.switchAccount}
      </Button>
    </div>
  );
}
