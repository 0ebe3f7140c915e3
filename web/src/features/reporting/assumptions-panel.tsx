import { useState } from "react";
import { useSession } from "../../entities/session/session";
import { CallDialog } from "../../forms";
import { Entitlement } from "../../gen/parlor/options/v1/screen_pb";
import type { Report } from "../../gen/parlor/v1/report_pb";
import { Button, TextField, toast } from "../../ui";
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
        toast.success("Assumptions saved.");
        onClose();
      },
      () => undefined,
    );
  };
  return (
    <CallDialog
      title="Edit assumptions"
      call={updating}
      action="Save"
      onClose={onClose}
      onAction={save}
    >
      <TextField
        label="Minutes saved by each answer"
        description="0 to 120."
        value={minutes}
        onChange={setMinutes}
      />
      <TextField
        label="Hourly cost of staff in US dollars"
        description="Leave blank to hide the money saved."
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
    ? `An hour of staff costs $${(settings.hourlyCostCents / 100).toLocaleString("en")}.`
    : "The hourly cost of staff is not set.";
  return (
    <section className="panel" aria-label="Assumptions">
      <div className="panel__head">
        <h2 className="panel-title">Assumptions</h2>
        {isAdministrator ? (
          <Button size="small" onPress={() => setOpen(true)}>
            Edit assumptions
          </Button>
        ) : null}
      </div>
      <div className="panel__body stack">
        <p>
          An answer of the bot saves {settings.minutesPerAnswer} minutes. {cost}
        </p>
        <p className="secondary">
          {included > 0n
            ? `Your plan includes ${included.toLocaleString("en")} text segments a month for these communities.`
            : "Your plan has no included text segments."}
        </p>
      </div>
      {isOpen ? <AssumptionsDialog settings={settings} onClose={() => setOpen(false)} /> : null}
    </section>
  );
}
