import { create } from "@bufbuild/protobuf";
import { type FormEvent, useRef, useState } from "react";
import { Link } from "react-router";
import { loadRules } from "../../forms/rules";
import {
  AccountService,
  RequestPasswordResetRequestSchema,
} from "../../gen/parlor/v1/account_service_pb";
import { Icon } from "../../ui";
import { Door, Refused, SendButton } from "./door";
import { LoginField } from "./login-field";
import { useCall } from "./use-call";
import { useCountdown } from "./use-countdown";

type Props = {
  loginPath: string;
  /** They came with a link that works no longer. */
  expired?: boolean;
};

const titles = { fresh: "A new password", expired: "This link works no longer" };

const texts = {
  fresh: "Tell us the address that you log in with. We send a link there.",
  expired:
    "A link works once, and for 30 minutes. Have another one sent. Were you invited? Then ask your administrator for it.",
};

/** Asks for a link. What is said is the same for any address. */
export default function AskPage({ loginPath, expired = false }: Props) {
  const [email, setEmail] = useState("");
  const [error, setError] = useState<string>();
  const [sentTo, setSentTo] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const wait = useCountdown();
  const { call, pending, problem } = useCall(AccountService.method.requestPasswordReset, {
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
    const check = await loadRules();
    const [broken] = check(RequestPasswordResetRequestSchema, request);
    setError(broken?.words);
    if (broken) field.current?.focus();
    else if (!pending) await call(request);
  }

  const face = expired ? "expired" : "fresh";
  return (
    <Door title={titles[face]} text={texts[face]} onSubmit={(event) => void submit(event)}>
      {sentTo ? (
        <p className="notice notice--success" role="status">
          <Icon name="mail" />
          <span>
            <span className="strong">Look into your mailbox.</span> If {sentTo} has an account, a
            link is on its way. Nothing after a few minutes? Look among the spam, or send it again.
          </span>
        </p>
      ) : null}
      <Refused problem={problem && !problem.fields.email ? problem : undefined} />
      <LoginField
        ref={field}
        label="E-mail"
        type="email"
        name="email"
        autoComplete="username"
        autoFocus
        value={email}
        onChange={setEmail}
        onFocus={() => void loadRules()}
        error={error}
      />
      <SendButton pending={pending} disabled={wait.left > 0}>
        {wait.left > 0 ? `Try again in ${wait.words}` : sentTo ? "Send it again" : "Send me a link"}
      </SendButton>
      <p className="small">
        <Link to={loginPath}>Back to the login</Link>
      </p>
    </Door>
  );
}
