import { useNavigate } from "react-router";
import { stateLabels } from "../../../entities/service-request/labels";
import {
  useAddServiceRequestComment,
  useSimilarServiceRequests,
} from "../../../entities/service-request/queries";
import { RequestLink, toRequestHref } from "../../../entities/service-request/request-link";
import { StateMark } from "../../../entities/service-request/state-mark";
import { toastError } from "../../../forms/toast-error";
import type { ServiceRequest } from "../../../gen/parlor/v1/service_request_pb";
import { useDebounced } from "../../../lib/use-debounced";
import { Button, Icon, toast } from "../../../ui";
import { duplicateLabels } from "./labels";

type Props = { communityId: string; unit: string; title: string; words: string; onAdd: () => void };

/** Similar open requests of the unit. The text can be added to one of them instead. */
export default function Duplicates({ communityId, unit, title, words, onAdd }: Props) {
  const wanted = useDebounced(title.trim(), 300);
  const similar = useSimilarServiceRequests({ communityId, unit: unit.trim(), title: wanted });
  const adding = useAddServiceRequestComment();
  const navigate = useNavigate();
  const requests = unit.trim() && wanted ? (similar.data?.serviceRequests ?? []) : [];
  if (requests.length === 0) return null;
  const add = ({ id, number }: ServiceRequest) => {
    const body = [title.trim(), words.trim()].filter(Boolean).join("\n").slice(0, 1000);
    const onSuccess = () => {
      onAdd();
      toast.success(duplicateLabels.added(number));
      navigate(toRequestHref(id));
    };
    adding.mutate({ id, body, isPublic: false }, { onSuccess, onError: toastError });
  };
  return (
    <div className="notice notice--warning duplicate" role="status">
      <Icon name="warning" />
      <div className="row__grow">
        <p className="strong">{duplicateLabels.title(unit.trim())}</p>
        {requests.map((request) => (
          <div key={request.id} className="duplicate__row small">
            <StateMark state={request.state} />
            <span className="row__grow">
              <RequestLink request={request} />
              <br />
              <span className="secondary">{stateLabels[request.state]}</span>
            </span>
            <Button size="small" pending={adding.isPending} onPress={() => add(request)}>
              {duplicateLabels.add(request.number)}
            </Button>
          </div>
        ))}
      </div>
    </div>
  );
}
