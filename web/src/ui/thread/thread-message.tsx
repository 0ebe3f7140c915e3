import { useId, useState } from "react";
import { showDirectionMarks } from "../../lib/direction-marks";
import { formatTime } from "../../lib/format-date";
import { Highlight } from "../highlight";
import { Icon } from "../icon";
import type { ThreadMessage, ThreadStep } from "./types";

/** The doorway icon that marks messages of the bot. */
export function BotMark() {
  return (
    <svg className="icon icon--small" viewBox="0 0 20 20" aria-hidden="true">
      <path fill="currentColor" stroke="none" d="M4 9a6 6 0 0 1 12 0v6.5H9L4 19z" />
    </svg>
  );
}

function FailedMark() {
  return (
    <svg className="icon icon--small" viewBox="0 0 20 20" aria-hidden="true">
      <path d="M7 3h6l4 4v6l-4 4H7l-4-4V7zM10 6.5v4.5M10 13.4v.1" />
    </svg>
  );
}

export function Steps({ steps }: { steps: ThreadStep[] }) {
  return (
    <ol className="message-steps">
      {steps.map((step) => (
        <li key={`${step.name} ${step.at.getTime()}`} className="message-steps__one">
          <span className="message-steps__name">{step.name}</span>
          <span>{step.reason}</span>
          <time className="message-steps__time" dateTime={step.at.toISOString()}>
            {formatTime(step.at)}
          </time>
        </li>
      ))}
    </ol>
  );
}

const sides = {
  resident: "",
  bot: " message--bot",
  staff: " message--staff",
  note: " message--note",
};

type Props = { message: ThreadMessage; highlighted: boolean; brief: boolean };

export function Message({ message, highlighted, brief }: Props) {
  const [open, setOpen] = useState(false);
  const stepsId = useId();
  const { from, name, status, failed, steps = [], extra } = message;
  const showsMeta = !brief || status || extra || steps.length > 0;
  const state = `${message.draft ? " message--draft" : ""}${highlighted ? " message--found" : ""}`;
  return (
    <div className={`message${sides[from]}${state}`} data-message={message.id}>
      {message.origin ? <p className="caption">{message.origin}</p> : null}
      {message.media}
      {message.body === "" && message.media ? null : (
        <p className="message__bubble">
          {brief && name ? <span className="visually-hidden">{name}: </span> : null}
          {message.parts ? <Highlight parts={message.parts} /> : showDirectionMarks(message.body)}
        </p>
      )}
      {showsMeta ? (
        <div className="message__meta">
          {from === "bot" && !brief ? <BotMark /> : null}
          {from === "note" ? <Icon name="note" size="small" /> : null}
          {name && !brief ? <b>{name}</b> : null}
          {brief ? null : <time dateTime={message.at.toISOString()}>{formatTime(message.at)}</time>}
          {status && !brief ? <span aria-hidden="true">·</span> : null}
          {failed ? (
            <span className="message__failed">
              <FailedMark />
              {status}
            </span>
          ) : status ? (
            <span>{status}</span>
          ) : null}
          {steps.length > 0 ? (
            <button
              type="button"
              className="message__why"
              aria-expanded={open}
              aria-controls={stepsId}
              onClick={() => setOpen(!open)}
            >
              Why
            </button>
          ) : null}
          {extra}
        </div>
      ) : null}
      {message.reason ? <p className="message__reason">{message.reason}</p> : null}
      {steps.length > 0 ? (
        <div id={stepsId} hidden={!open}>
          <Steps steps={steps} />
        </div>
      ) : null}
    </div>
  );
}
