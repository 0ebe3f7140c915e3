import { useId, useState } from "react";
import { formatPercent } from "../../lib/format-number";
import { Badge, Button, Switch, TextArea } from "../../ui";
import { variantLabels } from "./labels";
import { PromoteDialog } from "./promote-dialog";
import { Replacements } from "./replacements";
import { type Variant, variantDifferences } from "./variant";

type Props = {
  communityId: string;
  name: "A" | "B";
  variant: Variant;
  /** Current settings of the community. */
  current: Variant;
  onChange: (variant: Variant) => void;
};

/** Edits the settings of a variant. */
export function VariantCard({ communityId, name, variant, current, onChange }: Props) {
  const [promoting, setPromoting] = useState(false);
  const changed = variantDifferences(current, variant).length;
  const set = (change: Partial<Variant>) => onChange({ ...variant, ...change });
  const { confidenceThresholds } = variant;
  return (
    <section
      className="panel panel__body stack stack--loose"
      aria-label={variantLabels.title(name)}
    >
      <div className="row row--between">
        <h2 className="group-title">{variantLabels.title(name)}</h2>
        {changed > 0 ? (
          <Badge tone="accent">{variantLabels.changeCount(changed)}</Badge>
        ) : (
          <Badge tone="outline">{variantLabels.current}</Badge>
        )}
      </div>
      <PercentField
        label={variantLabels.confidence}
        hint={variantLabels.confidenceHint}
        from={40}
        to={95}
        value={confidenceThresholds.minConfidence}
        onChange={(minConfidence) =>
          set({ confidenceThresholds: { ...confidenceThresholds, minConfidence } })
        }
      />
      <PercentField
        label={variantLabels.margin}
        hint={variantLabels.marginHint}
        from={0}
        to={50}
        value={confidenceThresholds.minMargin}
        onChange={(minMargin) =>
          set({ confidenceThresholds: { ...confidenceThresholds, minMargin } })
        }
      />
      <Switch
        label={variantLabels.useEmojis}
        isSelected={variant.useEmojis}
        onChange={(useEmojis) => set({ useEmojis })}
      />
      <Replacements
        pairs={variant.customVerbiage}
        onChange={(customVerbiage) => set({ customVerbiage })}
      />
      <details className="playground__more disclosure">
        <summary>{variantLabels.aiWriting}</summary>
        <div className="stack stack--loose">
          <p className="field__hint">{variantLabels.aiWritingHint}</p>
          <TextArea
            label={variantLabels.instructions}
            rows={3}
            maxLength={4000}
            value={variant.prompt}
            onChange={(prompt) => set({ prompt })}
          />
          <PercentField
            label={variantLabels.creativity}
            hint={variantLabels.creativityHint}
            from={0}
            to={100}
            value={variant.temperature}
            onChange={(temperature) => set({ temperature })}
          />
        </div>
      </details>
      {changed > 0 ? (
        <div className="row row--wrap">
          <Button size="small" onPress={() => setPromoting(true)}>
            {variantLabels.applyToCommunity}
          </Button>
          <Button size="small" variant="quiet" icon="undo" onPress={() => onChange(current)}>
            {variantLabels.reset}
          </Button>
        </div>
      ) : null}
      {promoting ? (
        <PromoteDialog
          communityId={communityId}
          name={name}
          current={current}
          variant={variant}
          onClose={() => setPromoting(false)}
        />
      ) : null}
    </section>
  );
}

type PercentFieldProps = {
  label: string;
  hint: string;
  /** Minimum, in percent. */
  from: number;
  to: number;
  value: number;
  onChange: (share: number) => void;
};

/** A slider for a percentage. */
function PercentField({ label, hint, from, to, value, onChange }: PercentFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <div className="row row--between">
        <label htmlFor={id} className="field__label">
          {label}
        </label>
        <output htmlFor={id} className="small strong">
          {formatPercent(value)}
        </output>
      </div>
      <input
        id={id}
        type="range"
        className="playground__share"
        min={from}
        max={to}
        value={Math.round(value * 100)}
        aria-describedby={`${id}-hint`}
        aria-valuetext={formatPercent(value)}
        onChange={(event) => onChange(Number(event.target.value) / 100)}
      />
      <p id={`${id}-hint`} className="field__hint">
        {hint}
      </p>
    </div>
  );
}
