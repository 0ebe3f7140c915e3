import type { ReactNode } from "react";
import { BotMark } from "../thread/thread-message";
import "./phone.css";

type Props = {
  /** Who the resident is texting with. */
  title: string;
  /** A note such as "Nothing is sent". */
  note: string;
  /** At the end of the header: the number of the phone. */
  aside?: ReactNode;
  /** The thread, followed by the composer. */
  children: ReactNode;
};

/** A resident's phone on the screen. */
export function Phone({ title, note, aside, children }: Props) {
  return (
    <div className="phone">
      <div className="phone__head">
        <span className="doorway doorway--small doorway--bot" aria-hidden="true">
          <BotMark />
        </span>
        <p className="small row__grow">
          <span className="strong phone__title">{title}</span>
          <span className="caption">{note}</span>
        </p>
        {aside}
      </div>
      {children}
    </div>
  );
}

/** Indicator that the other side is typing. */
export function Typing({ label }: { label: string }) {
  return (
    <div className="message message--bot">
      <p className="message__bubble typing">
        <span className="visually-hidden">{label}</span>
        <i aria-hidden="true" />
        <i aria-hidden="true" />
        <i aria-hidden="true" />
      </p>
    </div>
  );
}
