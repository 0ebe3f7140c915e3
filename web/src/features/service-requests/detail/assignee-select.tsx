import {
  useServiceRequestAssignees,
  useUpdateServiceRequest,
} from "../../../entities/service-request/queries";
import { toastError } from "../../../forms/toast-error";
import type { ServiceRequest } from "../../../gen/parlor/v1/service_request_pb";
import { Select, toast } from "../../../ui";
import { railLabels } from "./labels";

type Props = { request: ServiceRequest; canEdit: boolean };

/** Assigns the request immediately. */
export function AssigneeSelect({ request, canEdit }: Props) {
  const { id, version, assigneeId, assigneeName } = request;
  const assignees = useServiceRequestAssignees().data;
  const updating = useUpdateServiceRequest();
  if (!canEdit) return assigneeName || railLabels.unassigned;
  const listed = assignees ?? [];
  // The current assignee stays an option, even if they can no longer be assigned.
  const isListed = listed.some((one) => one.id === assigneeId) || !assigneeId;
  const options = [
    { value: "", label: railLabels.unassigned },
    ...(isListed ? [] : [{ value: assigneeId, label: assigneeName }]),
    ...listed.map((one) => ({ value: one.id, label: one.name })),
  ];
  const assign = (next: string) => {
    const name = listed.find((one) => one.id === next)?.name ?? "";
    const onSuccess = () => toast.success(railLabels.assigned(name));
    updating.mutate({ id, version, assigneeId: next }, { onSuccess, onError: toastError });
  };
  return (
    <Select
      label={railLabels.assignee}
      hideLabel
      options={options}
      value={updating.isPending ? (updating.variables?.assigneeId ?? assigneeId) : assigneeId}
      onChange={assign}
      disabled={updating.isPending}
    />
  );
}
