import { type CSSProperties, type ReactNode, useEffect, useState } from "react";
import { showDirectionMarks } from "../lib/direction-marks";
import { isTyping } from "../lib/keyboard";
import { KeyCap } from "./badges";
import { Button } from "./button";
import { Icon } from "./icon";

export type ToastKind = "success" | "error" | "warning" | "info" | "loading";

const appearances = {
  success: { icon: "ok", tone: "success" },
  error: { icon: "danger", tone: "danger" },
  warning: { icon: "warning", tone: "warning" },
  info: { icon: "info", tone: "info" },
  loading: { icon: "wait", tone: "loading" },
} as const;

export type ToastCardProps = {
  kind: ToastKind;
  title: string;
  text?: ReactNode;
  onClose?: () => void;
  action?: ReactNode;
  /** Share of the time that is left, from 0 to 1. */
  left?: number;
};

export function ToastCard({ kind, title, text, onClose, action, left }: ToastCardProps) {
  const look = appearances[kind];
  return (
    <div className={`toast toast--${look.tone}`} role={kind === "error" ? "alert" : undefined}>
      <Icon name={look.icon} />
      <p className="toast__body small">
        <span className="strong">{showDirectionMarks(title)}</span>
        {text ? (
          <>
            <br />
            <span className="secondary">
              {typeof text === "string" ? showDirectionMarks(text) : text}
            </span>
          </>
        ) : null}
      </p>
      <div className="toast__actions">
        {action}
        {onClose ? (
          <Button
            variant="quiet"
            size="small"
            icon="close"
            aria-label="Dismiss notice"
            onPress={onClose}
          />
        ) : null}
      </div>
      {left === undefined ? null : (
        <span className="toast__time" style={{ "--share": `${left * 100}%` } as CSSProperties} />
      )}
    </div>
  );
}

type UndoProps = {
  title: string;
  text?: string | ((secondsLeft: number) => string);
  until: number;
  duration: number;
  onUndo: () => void;
  onClose: () => void;
};

const beat = 200;

/** Numbers of the open undo cards, newest last. The shortcut applies to the newest one only. */
const stack: number[] = [];
let made = 0;

/** Counts down the time to undo. */
export function UndoCard({ title, text, until, duration, onUndo, onClose }: UndoProps) {
  const [now, setNow] = useState(Date.now);
  // The timer and the keyboard are external to React.
  useEffect(() => {
    made += 1;
    const own = made;
    stack.push(own);
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= until) onClose();
    }, beat);
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "z" || isTyping(event)) return;
      if (event.altKey || event.shiftKey || stack.at(-1) !== own) return;
      event.stopImmediatePropagation();
      event.preventDefault();
      onUndo();
    };
    document.addEventListener("keydown", onKey);
    return () => {
      clearInterval(timer);
      stack.splice(stack.indexOf(own), 1);
      document.removeEventListener("keydown", onKey);
    };
  }, [until, onClose, onUndo]);

  const left = Math.max(0, until - now);
  return (
    <ToastCard
      kind="success"
      title={title}
      text={typeof text === "function" ? text(Math.ceil(left / 1000)) : text}
      left={left / duration}
      action={
        <Button size="small" icon="undo" onPress={onUndo}>
          Undo <KeyCap>Z</KeyCap>
        </Button>
      }
    />
  );
}
