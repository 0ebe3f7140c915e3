import { Icon } from "../../../ui";
import { stepLabels } from "../labels";
import { type Step, steps } from "../url-state";
import { labels } from "./labels";

/** Navigation between the steps. Any step can be opened at any time. */
export function StepNav({ step, onStep }: { step: Step; onStep: (step: Step) => void }) {
  const at = steps.indexOf(step);
  return (
    <nav className="blast-steps" aria-label={labels.steps}>
      <ol className="steps">
        {steps.map((one, index) => (
          <li key={one} className={index < at ? "step step--done" : "step"}>
            <button
              type="button"
              className="step__button"
              aria-current={one === step ? "step" : undefined}
              onClick={() => onStep(one)}
            >
              <span className="step__mark" aria-hidden="true">
                {index < at ? <Icon name="check" size="small" /> : index + 1}
              </span>
              {stepLabels[one]}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
