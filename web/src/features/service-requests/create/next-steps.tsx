import { useWatch } from "react-hook-form";
import { dueTimes } from "../../../entities/service-request/labels";
import {
  useServiceRequestAssignees,
  useServiceRequests,
} from "../../../entities/service-request/queries";
import { RequestLink } from "../../../entities/service-request/request-link";
import { toStateText } from "../../../entities/service-request/resident-text";
import { StateMark } from "../../../entities/service-request/state-mark";
import { openStates } from "../../../entities/service-request/states";
import { useField } from "../../../forms";
import {
  ServiceRequestAction,
  ServiceRequestPriority,
  ServiceRequestState,
} from "../../../gen/parlor/v1/service_request_pb";
import { showDirectionMarks } from "../../../lib/direction-marks";
import { Checkbox, UnitPlate } from "../../../ui";
import { textTimes } from "../text-labels";
import { nextLabels } from "./next-labels";
import type { CreateForm } from "./use-create-form";

type Props = { form: CreateForm; communityId: string; communityLabel: string; unit: string };

const useValues = (form: CreateForm) => useWatch({ control: form.hook.control });

function Steps({ form }: Pick<Props, "form">) {
  const { priority, vendor, assigneeId } = useValues(form);
  const assignees = useServiceRequestAssignees().data ?? [];
  const assignee = assignees.find(({ id }) => id === assigneeId)?.name ?? "";
  return (
    <ol className="next-steps">
      <li>
        <StateMark state={ServiceRequestState.PENDING} />
        <p>
          <b>{nextLabels.pending}</b>
          <span>{nextLabels.pendingText}</span>
        </p>
      </li>
      <li>
        <StateMark state={ServiceRequestState.APPROVED} />
        <p>
          <b>{nextLabels.approved}</b>
          <span>{nextLabels.approvedText(vendor, assignee)}</span>
        </p>
      </li>
      <li>
        <StateMark state={ServiceRequestState.COMPLETED} />
        <p>
          <b>{nextLabels.due(dueTimes[priority] ?? "")}</b>
          <span>
            {priority === ServiceRequestPriority.EMERGENCY
              ? nextLabels.emergencyDue
              : nextLabels.businessDue}
          </span>
        </p>
      </li>
    </ol>
  );
}

function ResidentText({ form, communityLabel }: Pick<Props, "form" | "communityLabel">) {
  const { field } = useField({ of: form, name: "notifyResident", label: nextLabels.preview });
  const { contactName = "", contactPhone = "", title, priority } = useValues(form);
  const about = { communityLabel: communityLabel || "…", number: "#", title: title?.trim() || "…" };
  const text = toStateText(about, { action: ServiceRequestAction.SUBMIT, note: "" });
  const isTexted = Boolean(field.value) && contactPhone !== "";
  const isEmergency = priority === ServiceRequestPriority.EMERGENCY;
  return (
    <div className="stack">
      <Checkbox
        label={nextLabels.text(String(contactName).split(" ")[0] ?? "")}
        isSelected={isTexted}
        isDisabled={contactPhone === ""}
        onChange={field.onChange}
      />
      {isTexted ? (
        <section className="stack stack--tight" aria-label={nextLabels.preview}>
          <p className="exact-text">{showDirectionMarks(text ?? "")}</p>
          <p className="caption">{isEmergency ? textTimes.emergency : textTimes.daytime}</p>
        </section>
      ) : contactPhone === "" ? (
        <p className="caption">{nextLabels.noPhone}</p>
      ) : null}
    </div>
  );
}

function AboutUnit({ communityId, unit }: Pick<Props, "communityId" | "unit">) {
  const filter = { communityId, query: unit, states: [...openStates] };
  const { rows } = useServiceRequests(filter, 20);
  const own = rows?.filter((request) => request.unit === unit) ?? [];
  return (
    <section className="create__facts">
      <h3 className="group-title">
        {nextLabels.about} <UnitPlate unit={unit} />
      </h3>
      <p className="small secondary">{nextLabels.openCount(own.length)}</p>
      {own.slice(0, 3).map((request) => (
        <RequestLink key={request.id} request={request} />
      ))}
    </section>
  );
}

/** What happens once the request is created, with the text that the resident gets. */
export default function NextSteps({ form, communityId, communityLabel, unit }: Props) {
  return (
    <aside className="create__side" aria-label={nextLabels.title}>
      <h2 className="panel-title">{nextLabels.title}</h2>
      <Steps form={form} />
      <ResidentText form={form} communityLabel={communityLabel} />
      {communityId && unit ? <AboutUnit communityId={communityId} unit={unit} /> : null}
    </aside>
  );
}
