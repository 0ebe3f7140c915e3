import { priorityHints, priorityLabels } from "../../../entities/service-request/labels";
import { useField } from "../../../forms";
import { ServiceRequestPriority } from "../../../gen/parlor/v1/service_request_pb";
import { Icon } from "../../../ui";
import { labels } from "./labels";
import type { CreateForm } from "./use-create-form";

const priorities = [
  ServiceRequestPriority.LOW,
  ServiceRequestPriority.NORMAL,
  ServiceRequestPriority.HIGH,
  ServiceRequestPriority.EMERGENCY,
];

/** Priorities as cards, with the due time of each. */
export function PriorityField({ form }: { form: CreateForm }) {
  const { field } = useField({ of: form, name: "priority", label: labels.priority });
  return (
    <div className="options" role="radiogroup" aria-label={labels.priority}>
      {priorities.map((priority) => {
        const isEmergency = priority === ServiceRequestPriority.EMERGENCY;
        return (
          <label key={priority} className={isEmergency ? "option option--emergency" : "option"}>
            <input
              className="choice__box"
              type="radio"
              name={field.name}
              checked={field.value === priority}
              onChange={() => field.onChange(priority)}
              onBlur={field.onBlur}
            />
            <span className="option__words">
              <b>
                {isEmergency ? <Icon name="danger" size="small" /> : null}
                {priorityLabels[priority]}
              </b>
              <span>{priorityHints[priority]}</span>
            </span>
          </label>
        );
      })}
    </div>
  );
}
