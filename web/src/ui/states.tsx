import { type ReactNode, useState } from "react";
import type { Problem } from "../lib/problem";
import { Button } from "./button";
import { toast } from "./toast";

function EmptyIllustration() {
  return (
    <svg className="state__art" viewBox="0 0 160 132" aria-hidden="true">
      <path className="wall" d="M28 124V64a52 52 0 0 1 104 0v60z" />
      <path className="door" d="M52 124V68a28 28 0 0 1 56 0v56z" />
      <path className="door-line" d="M60 116V70a20 20 0 0 1 40 0v46zM80 50v66" />
      <circle className="knob" cx="86" cy="88" r="3" />
      <path className="floor-line" d="M8 124h144" />
      <path
        className="plant"
        d="M134 106c0-12-2-20-8-26M134 106c0-14 2-22 9-28M134 106c0-10-8-12-13-12M134 106c0-10 7-13 12-13"
      />
      <path className="pot" d="M126 106h16l-3 18h-10z" />
    </svg>
  );
}

function ErrorIllustration() {
  return (
    <svg className="state__art state__art--failed" viewBox="0 0 160 132" aria-hidden="true">
      <path className="wall" d="M28 124V64a52 52 0 0 1 104 0v60z" />
      <path className="door" d="M52 124V68a28 28 0 0 1 56 0v56z" />
      <path className="paper" d="M64 72h32v28H64z" />
      <path className="floor-line" d="M70 80h20M70 86h20M70 92h12M8 124h144" />
      <circle className="knob" cx="100" cy="106" r="3" />
    </svg>
  );
}

type EmptyProps = { title: string; text: ReactNode; action?: ReactNode };

/** Empty state: what is missing, why, and the next step. */
export function EmptyState({ title, text, action }: EmptyProps) {
  return (
    <div className="state">
      <EmptyIllustration />
      <h2 className="state__title">{title}</h2>
      <p>{text}</p>
      {action}
    </div>
  );
}

/** The request ID, to report to the server's operator. */
export function RequestId({ id }: { id: string }) {
  const copy = () =>
    navigator.clipboard
      .writeText(id)
      .then(() => toast.success({ title: "Request ID copied." }))
      .catch(() => toast.warning({ title: "Couldn't copy.", text: id }));
  return (
    <p className="request-id">
      <span>Request {id}</span>
      <Button
        variant="quiet"
        size="small"
        icon="copy"
        aria-label="Copy request ID"
        onPress={copy}
      />
    </p>
  );
}

type ErrorProps = {
  problem: Problem;
  /** The button shows that it is busy until the returned promise settles. */
  onRetry?: () => unknown;
  title?: string;
  /** Another attempt is running, whoever started it. */
  pending?: boolean;
};

/** Error state: the cause, a button to try again, and the request ID. */
export function ErrorState({ problem, onRetry, title, pending = false }: ErrorProps) {
  const [retrying, setRetrying] = useState(false);
  const retry = async () => {
    setRetrying(true);
    await Promise.resolve()
      .then(onRetry)
      .catch(() => undefined);
    setRetrying(false);
  };
  return (
    <div className="state" role="alert">
      <ErrorIllustration />
      <h2 className="state__title">{title ?? problem.title}</h2>
      <p>{problem.text}</p>
      {onRetry ? (
        <Button variant="primary" icon="retry" onPress={retry} pending={pending || retrying}>
          Try again
        </Button>
      ) : null}
      {problem.requestId ? <RequestId id={problem.requestId} /> : null}
    </div>
  );
}
