import { useId } from "react";
import { useRemovalFocus } from "../../../lib/use-removal-focus";
import { Button, Icon } from "../../../ui";
import { addSpan, changeSpan, type HoursSpan, removeSpan, spansOfDay } from "./hours";
import { labels, weekdays } from "./labels";

type Props = {
  hours: readonly HoursSpan[];
  onChange: (hours: HoursSpan[]) => void;
  error: string | undefined;
};

type DayProps = Props & (typeof weekdays)[number];

function Times({ span, name, onChange }: TimesProps) {
  return (
    <>
      <input
        type="time"
        className="input hours__time"
        aria-label={labels.openingTime(name)}
        value={span.opens}
        onChange={(event) => onChange({ opens: event.target.value })}
      />
      <span className="tertiary">{labels.to}</span>
      <input
        type="time"
        className="input hours__time"
        aria-label={labels.closingTime(name)}
        value={span.closes}
        onChange={(event) => onChange({ closes: event.target.value })}
      />
    </>
  );
}

type TimesProps = { span: HoursSpan; name: string; onChange: (change: Partial<HoursSpan>) => void };

function Day({ day, name, hours, onChange }: DayProps) {
  const spans = spansOfDay(hours, day);
  const addId = useId();
  const { rows, keepFocus } = useRemovalFocus<HTMLLIElement>(addId);
  const remove = (at: number) => {
    keepFocus();
    onChange(removeSpan(hours, at));
  };
  return (
    <li className="hours__day" ref={rows}>
      <span className="label">{name}</span>
      <div className="stack">
        {spans.map(({ span, at }) => (
          <div key={at} className="row">
            <Times
              span={span}
              name={name}
              onChange={(change) => onChange(changeSpan(hours, at, change))}
            />
            <Button
              variant="quiet"
              size="small"
              icon="bin"
              data-remove
              aria-label={labels.removeHours(name)}
              onPress={() => remove(at)}
            />
          </div>
        ))}
        {spans.length === 0 ? <span className="tertiary">{labels.closed}</span> : null}
      </div>
      {spans.length < 3 ? (
        <Button
          id={addId}
          variant="quiet"
          size="small"
          icon="plus"
          aria-label={labels.addHours(name)}
          onPress={() => onChange(addSpan(hours, day))}
        />
      ) : null}
    </li>
  );
}

/** Edits office hours: up to three spans per day, in the time zone of each community. */
export function HoursField(props: Props) {
  return (
    <fieldset className="field choices">
      <legend className="field__label">{labels.officeHours}</legend>
      <ul className="hours">
        {weekdays.map((day) => (
          <Day key={day.day} {...day} {...props} />
        ))}
      </ul>
      <p className="field__hint">{labels.officeHoursHint}</p>
      {props.error ? (
        <p className="field__error" role="alert">
          <Icon name="danger" size="small" />
          {props.error}
        </p>
      ) : null}
    </fieldset>
  );
}
