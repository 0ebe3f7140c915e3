import { Suspense, useState } from "react";
import { useSession } from "../../entities/session/session";
import { showDirectionMarks } from "../../lib/direction-marks";
import { lazyWithReload } from "../../lib/lazy";
import { Button, Menu, type MenuEntry } from "../../ui";
import { macroLabels } from "./macro-labels";
import type { MergeValues } from "./merge-fields";
import { useMacros } from "./queries";
import { type MacroSubject, macroObstacle, useMacroRun } from "./use-macro-run";

/** Loaded when it is opened. */
const MacroDialog = lazyWithReload(() => import("./macro-dialog"));

type Props = { subject: MacroSubject; values: MergeValues; onAway: () => void };

/** Runs a macro, and opens the dialog to manage macros. */
export function MacroMenu({ subject, values, onAway }: Props) {
  const { user } = useSession();
  const [isManaging, setManaging] = useState(false);
  const macros = useMacros().data?.macros ?? [];
  const { isRunning, run } = useMacroRun(subject, values, onAway);
  const entries: MenuEntry[] = macros.map((one) => {
    const obstacle = macroObstacle(subject, one, user);
    return {
      id: one.id,
      label: showDirectionMarks(one.name),
      disabled: obstacle !== undefined,
      aside: obstacle ? <span className="caption">{obstacle}</span> : undefined,
      onAction: () => run(one),
    };
  });
  if (entries.length > 0) entries.push("rule");
  entries.push({ id: "manage", label: macroLabels.manage, onAction: () => setManaging(true) });
  return (
    <>
      <Menu
        label={macroLabels.title}
        items={entries}
        trigger={
          <Button size="small" icon="forward" pending={isRunning}>
            {macroLabels.title}
          </Button>
        }
      />
      {isManaging ? (
        <Suspense>
          <MacroDialog onClose={() => setManaging(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
