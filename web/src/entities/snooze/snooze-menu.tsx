import { Suspense, useState } from "react";
import { toastError } from "../../forms/toast-error";
import { formatDateTime } from "../../lib/format-date";
import { lazyWithReload, usePrefetch } from "../../lib/lazy";
import { Button, Menu } from "../../ui";
import { labels } from "./labels";
import type { SnoozeProps } from "./snooze-dialog";
import { snoozeTimes } from "./snooze-times";

const loadDialog = () => import("./snooze-dialog");
const SnoozeDialog = lazyWithReload(loadDialog);

/** Snoozes a conversation or an email until a suggested or a chosen time. */
export function SnoozeMenu(props: SnoozeProps) {
  const [choosing, setChoosing] = useState(false);
  usePrefetch(loadDialog);
  const now = new Date();
  const times = snoozeTimes(now);
  return (
    <>
      <Menu
        label={labels.snooze}
        items={[
          ...times.map(({ label, until }) => ({
            id: label,
            label,
            aside: <span className="caption">{formatDateTime(until, now)}</span>,
            onAction: () => void props.onSnooze(until).catch(toastError),
          })),
          "rule" as const,
          { id: "choose", label: labels.chooseTime, onAction: () => setChoosing(true) },
        ]}
        trigger={
          <Button size="small" icon="clock">
            {labels.snooze}
          </Button>
        }
      />
      {choosing ? (
        <Suspense>
          <SnoozeDialog {...props} onClose={() => setChoosing(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
