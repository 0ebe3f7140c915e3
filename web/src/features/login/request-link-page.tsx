import { create } from "@bufbuild/protobuf";
import { type FormEvent, useRef, useState } from "react";
import { Link } from "react-router";
import { loadValidator } from "../../forms/rules";
import {
  AccountService,
  RequestPasswordResetRequestSchema,
} from "../../gen/parlor/v1/account_service_pb";
import { Icon } from "../../ui";
import { AuthLayout, FormError, SendButton } from "./auth-layout";
import { labels } from "./labels";
import { LoginField } from "./login-field";
import { resetLabels } from "./reset-labels";
import { useCountdown } from "./use-countdown";
import { useSubmit } from "./use-submit";

type Props = {
  loginPath: string;
  /** The user followed an expired link. */
  expired?: boolean;
};

const titles = { fresh: resetLabels.requestTitle, expired: resetLabels.expiredTitle };

const texts = {
  fresh: resetLabels.requestText,
  expired: resetLabels.expiredText,
};

/** Requests a reset link. The answer is the same for every address. */
export default function RequestLinkPage({ loginPath, expired = false }: Props) {
  const [email, setEmail] = useState("");
  const [error, setError] = useState<string>();
  const [sentTo, setSentTo] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const wait = useCountdown();
  const { call, pending, problem } = useSubmit(AccountService.method.requestPasswordReset, {
    onDone: () => setSentTo(field.current?.value.trim()),
    onRefused: ({ fields, retryAfter }) => {
      setError(fields.email);
      if (retryAfter) wait.start(retryAfter);
    },
  });

  async function submit(event: FormEvent) {
    event.preventDefault();
    const request = create(RequestPasswordResetRequestSchema, {
      email: (field.current?.value ?? email).trim(),
    });
    const check = await loadValidator();
    const [broken] = check(RequestPasswordResetRequestSchema, request);
    setError(broken?.words);
    if (broken) field.current?.focus();
    else if (!pending) await call(request);
  }

  const state = expired ? "expired" : "fresh";
  return (
    <AuthLayout title={titles[state]} text={texts[state]} onSubmit={(event) => void submit(event)}>
      {sentTo ? (
        <p className="notice notice--success" role="status">
          <Icon name="mail" />
          <span>
            <span className="strong">{resetLabels.checkEmail}</span> {resetLabels.linkSent(sentTo)}
          </span>
        </p>
      ) : null}
      <FormError problem={problem && !problem.fields.email ? problem : undefined} />
      <LoginField
        ref={field}
        label={labels.email}
        type="email"
        name="email"
        autoComplete="username"
        autoFocus
        value={email}
        onChange={setEmail}
        onFocus={() => void loadValidator()}
        error={error}
      />
      <SendButton pending={pending} disabled={wait.left > 0}>
        {wait.left > 0
          ? labels.retryIn(wait.words)
          : sentTo
            ? resetLabels.resendLink
            : resetLabels.sendLink}
      </SendButton>
      <p className="small">
        <Link to={loginPath}>{resetLabels.backToLogin}</Link>
      </p>
    </AuthLayout>
  );
}
