import { useId, useState } from "react";
import { percent } from "../../../lib/sure";
import { Badge, Button, Switch, TextArea } from "../../../ui";
import { PromoteDialog } from "./promote-dialog";
import { Replacements } from "./replacements";
import { differences, type Variant } from "./rules";

type Props = {
  communityId: string;
  name: "A" | "B";
  variant: Variant;
  /** As the community is. */
  current: Variant;
  onChange: (variant: Variant) => void;
};

/** One of the two variants: how sure the bot must be, and how it speaks. */
export function VariantCard({ communityId, name, variant, current, onChange }: Props) {
  const [promoting, setPromoting] = useState(false);
  const changed = differences(current, variant).length;
  const set = (change: Partial<Variant>) => onChange({ ...variant, ...change });
  const { caution } = variant;
  return (
    <section className="panel panel__body stack stack--loose" aria-label={`Variant ${name}`}>
      <div className="row row--between">
        <h2 className="group-title">Variant {name}</h2>
        {changed > 0 ? (
          <Badge tone="accent">{changed === 1 ? "1 change" : `${changed} changes`}</Badge>
        ) : (
          <Badge tone="outline">As it is now</Badge>
        )}
      </div>
      <Share
        label="Answers from"
        hint="How sure the bot must be before it answers by itself."
        from={40}
        to={95}
        value={caution.answerFrom}
        onChange={(answerFrom) => set({ caution: { ...caution, answerFrom } })}
      />
      <Share
        label="Lead over the next"
        hint="How far the best answer must be ahead of the second best."
        from={0}
        to={50}
        value={caution.lead}
        onChange={(lead) => set({ caution: { ...caution, lead } })}
      />
      <Switch
        label="May use emojis"
        isSelected={variant.useEmojis}
        onChange={(useEmojis) => set({ useEmojis })}
      />
      <Replacements
        pairs={variant.customVerbiage}
        onChange={(customVerbiage) => set({ customVerbiage })}
      />
      <details className="playground__more">
        <summary>For a writing model</summary>
        <div className="stack stack--loose">
          <p className="field__hint">
            The comparison shows answers as your team wrote them. Where these differ, each result
            lets you hear the writing model.
          </p>
          <TextArea
            label="Instructions"
            rows={3}
            maxLength={4000}
            value={variant.prompt}
            onChange={(prompt) => set({ prompt })}
          />
          <Share
            label="Freedom"
            hint="How freely it writes."
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
            Make it the community’s
          </Button>
          <Button size="small" variant="quiet" icon="undo" onPress={() => onChange(current)}>
            As it is now
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

type ShareProps = {
  label: string;
  hint: string;
  /** In percent. */
  from: number;
  to: number;
  value: number;
  onChange: (share: number) => void;
};

/** A share, moved by hand. */
function Share({ label, hint, from, to, value, onChange }: ShareProps) {
  const id = useId();
  return (
    <div className="field">
      <div className="row row--between">
        <label htmlFor={id} className="field__label">
          {label}
        </label>
        <output htmlFor={id} className="small strong">
          {percent(value)}
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
        aria-valuetext={percent(value)}
        onChange={(event) => onChange(Number(event.target.value) / 100)}
      />
      <p id={`${id}-hint`} className="field__hint">
        {hint}
      </p>
    </div>
  );
}
