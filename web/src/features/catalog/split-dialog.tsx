import { type FormEvent, useId, useState } from "react";
import { FormProblem } from "../../forms";
import type { CatalogIntent } from "../../gen/parlor/v1/catalog_intent_pb";
import {
  EditCatalogsRequestSchema,
  type GetCatalogsResponse,
} from "../../gen/parlor/v1/catalog_service_pb";
import { useDebounced } from "../../lib/use-debounced";
import { useRemovalFocus } from "../../lib/use-removal-focus";
import { Button, DialogActions, Icon, Select, TextField } from "../../ui";
import { Sheet } from "../../ui/table";
import { EditImpact } from "./edit-impact";
import { splitLabels } from "./edit-labels";
import { errorBelow } from "./form-errors";
import { ImpactFigures } from "./impact-figures";
import { SamplesArea } from "./intent-fields";
import { catalogName, maxSamples, toLines } from "./intents";
import { fieldLabels } from "./labels";
import { catalogByName } from "./url-state";
import type { CatalogActions } from "./use-catalog-actions";
import { useIntentForm } from "./use-intent-form";

type Props = {
  intent: CatalogIntent;
  catalogs: GetCatalogsResponse;
  actions: CatalogActions;
  onClose: () => void;
};

type SplitPart = { id: number; title: string; samples: string };

const maxParts = 10;

/** The first half of the samples stays; the rest goes to the second part. */
function splitInHalf({ title, samples }: CatalogIntent): SplitPart[] {
  const half = Math.ceil(samples.length / 2);
  return [
    { id: 0, title, samples: samples.slice(0, half).join("\n") },
    { id: 1, title: "", samples: samples.slice(half).join("\n") },
  ];
}

/** The parts, and the ref of the form, which keeps the focus when one is removed. */
function useParts(intent: CatalogIntent, addId: string) {
  const [parts, setParts] = useState(() => splitInHalf(intent));
  const { rows, keepFocus } = useRemovalFocus<HTMLFormElement>(addId);
  const remove = ({ id }: SplitPart) => {
    keepFocus();
    setParts(parts.filter((one) => one.id !== id));
  };
  return { parts, setParts, rows, remove };
}

/** Splits an intent. Each part has a title, samples, and the fine intents it covers. */
export default function SplitDialog({ intent, catalogs, actions, onClose }: Props) {
  const id = useId();
  const addId = useId();
  const { parts, setParts, rows, remove } = useParts(intent, addId);
  // Index of the part that covers each fine intent, unless it is the first.
  const [placed, setPlaced] = useState<Readonly<Record<string, number>>>({});
  const covered = catalogs.intents.filter(({ merged }) => merged === intent.key);
  const most = maxSamples(catalogName(catalogByName, intent.catalog));
  const split = {
    key: intent.key,
    parts: parts.map((one) => ({
      title: one.title,
      samples: toLines(one.samples),
      covers: covered.filter(({ key }) => placed[key] === one.id).map(({ key }) => key),
    })),
  };
  const whole = split.parts.every(({ title, samples }) => title.length > 2 && samples.length > 0);
  const tried = useDebounced(whole ? JSON.stringify(split) : "", 400);
  const edit = { case: "split", value: split } as const;
  const request = () => ({ version: actions.version, edit });
  const form = useIntentForm(EditCatalogsRequestSchema, request, async () => {
    await actions.edit(edit, splitLabels.done(intent.title, parts.length));
    onClose();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.submit();
  };
  // Errors of the server that belong to no part.
  const others = Object.entries(form.fields).filter(([path]) => !/\.parts\.\d/.test(path));
  return (
    <Sheet
      title={splitLabels.title(intent.title)}
      onClose={onClose}
      staysOpen
      foot={
        <DialogActions onCancel={onClose} type="submit" form={id} pending={form.pending}>
          {splitLabels.split}
        </DialogActions>
      }
    >
      <form id={id} ref={rows} className="stack stack--loose" onSubmit={submit}>
        <ImpactFigures keys={[intent.key]} />
        <p className="secondary">{splitLabels.hint}</p>
        {parts.map((one, at) => (
          <PartFields
            key={one.id}
            part={one}
            place={at + 1}
            most={most}
            error={(field) => errorBelow(form.fields, `split.parts.${at}.${field}`)}
            onChange={(next) =>
              setParts(parts.map((it) => (it.id === one.id ? { ...it, ...next } : it)))
            }
            onRemove={at > 1 ? () => remove(one) : undefined}
          />
        ))}
        {parts.length < maxParts ? (
          <Button
            id={addId}
            icon="plus"
            size="small"
            onPress={() =>
              setParts([...parts, { id: (parts.at(-1)?.id ?? 0) + 1, title: "", samples: "" }])
            }
          >
            {splitLabels.addPart}
          </Button>
        ) : null}
        {covered.map((fine) => (
          <Select
            key={fine.key}
            label={splitLabels.coveredBy(fine.title)}
            value={String(placed[fine.key] ?? 0)}
            onChange={(value) => setPlaced({ ...placed, [fine.key]: Number(value) })}
            options={parts.map((one, at) => ({
              value: String(one.id),
              label: one.title || splitLabels.part(at + 1),
            }))}
          />
        ))}
        {tried ? (
          <EditImpact
            version={actions.version}
            edit={{ case: "split", value: JSON.parse(tried) }}
          />
        ) : null}
        {others.length > 0 ? (
          <p className="field__error" role="alert">
            <Icon name="danger" size="small" />
            {others.map(([, words]) => words).join(" ")}
          </p>
        ) : null}
        <FormProblem problem={form.problem} />
      </form>
    </Sheet>
  );
}

type PartProps = {
  part: SplitPart;
  /** Number of the part, from 1. */
  place: number;
  /** Maximum number of samples. */
  most: number;
  error: (field: "title" | "samples") => string | undefined;
  onChange: (next: Partial<SplitPart>) => void;
  /** Unset for the first two parts, without which nothing is split. */
  onRemove: (() => void) | undefined;
};

/** Title and samples of one part. */
function PartFields({ part, place, most, error, onChange, onRemove }: PartProps) {
  return (
    <fieldset className="panel split-part">
      <legend className="visually-hidden">{splitLabels.part(place)}</legend>
      <div className="row row--between">
        <span className="strong">{splitLabels.part(place)}</span>
        {onRemove ? (
          <Button
            variant="quiet"
            size="small"
            icon="bin"
            data-remove
            aria-label={splitLabels.removePart(place)}
            onPress={onRemove}
          />
        ) : null}
      </div>
      <TextField
        label={fieldLabels.title}
        value={part.title}
        maxLength={60}
        error={error("title")}
        onChange={(title) => onChange({ title })}
      />
      <SamplesArea
        value={part.samples}
        most={most}
        error={error("samples")}
        onChange={(samples) => onChange({ samples })}
      />
    </fieldset>
  );
}
