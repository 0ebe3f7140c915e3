import { useState } from "react";
import { useSession } from "../../entities/session/session";
import { CallDialog } from "../../forms";
import { Entitlement } from "../../gen/parlor/options/v1/screen_pb";
import type { Report } from "../../gen/parlor/v1/report_pb";
import { Button, TextField, toast } from "../../ui";
import { assumptionLabels, labels } from "./labels";
import { useUpdateSettings } from "./queries";

type Settings = NonNullable<Report["settings"]>;

function AssumptionsDialog({ settings, onClose }: { settings: Settings; onClose: () => void }) {
  const updating = useUpdateSettings();
  const [minutes, setMinutes] = useState(String(settings.minutesPerAnswer));
  const [cost, setCost] = useState(
    settings.hourlyCostCents ? String(settings.hourlyCostCents / 100) : "",
  );
  const save = () => {
    const changed = {
      version: settings.version,
      minutesPerAnswer: Math.round(Number(minutes) || 0),
      hourlyCostCents: Math.round((Number(cost) || 0) * 100),
    };
    updating.mutateAsync(changed).then(
      () => {
        toast.success(assumptionLabels.saved);
        onClose();
      },
      () => undefined,
    );
  };
  return (
    <CallDialog
      title={assumptionLabels.edit}
      call={updating}
      action={labels.save}
      onClose={onClose}
      onAction={save}
    >
      <TextField
        label={assumptionLabels.minutes}
        description={assumptionLabels.minutesHint}
        value={minutes}
        onChange={setMinutes}
      />
      <TextField
        label={assumptionLabels.cost}
        description={assumptionLabels.costHint}
        value={cost}
        onChange={setCost}
      />
    </CallDialog>
  );
}

/** Assumptions behind the time and money saved, and the segments included in the plan. */
export function AssumptionsPanel({ report }: { report: Report }) {
  const [isOpen, setOpen] = useState(false);
  const { entitlements } = useSession();
  const { settings, includedSegmentsPerMonth: included } = report;
  if (!settings) return null;
  const isAdministrator = entitlements.granted.includes(Entitlement.ADMINISTRATOR);
  const cost = settings.hourlyCostCents
    ? assumptionLabels.hourlyCost(settings.hourlyCostCents / 100)
    : assumptionLabels.hourlyCostMissing;
  return (
    <section className="panel" aria-label={assumptionLabels.title}>
      <div className="panel__head">
        <h2 className="panel-title">{assumptionLabels.title}</h2>
        {isAdministrator ? (
          <Button size="small" onPress={() => setOpen(true)}>
            {assumptionLabels.edit}
          </Button>
        ) : null}
      </div>
      <div className="panel__body stack">
        <p>{assumptionLabels.timeSaved(settings.minutesPerAnswer, cost)}</p>
        <p className="secondary">
          {included > 0n
            ? assumptionLabels.includedSegments(included)
            : assumptionLabels.noIncludedSegments}
        </p>
      </div>
      {isOpen ? <AssumptionsDialog settings={settings} onClose={() => setOpen(false)} /> : null}
    </section>
  );
}
