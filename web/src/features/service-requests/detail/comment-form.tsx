import { type FormEvent, useState } from "react";
import { toDraftProblem } from "../../../api/problem";
import { useAddServiceRequestComment } from "../../../entities/service-request/queries";
import { toUpdateText } from "../../../entities/service-request/resident-text";
import { useSession } from "../../../entities/session/session";
import {
  type ServiceRequest,
  ServiceRequestPriority,
} from "../../../gen/parlor/v1/service_request_pb";
import { draftKey, useStoredDraft } from "../../../lib/drafts";
import { Button, SegmentedControl, TextArea } from "../../../ui";
import { noTextLabels, recipientLabel, textTimes } from "../text-labels";
import { writeLabels } from "./labels";

const maxLength = 1000;

type PreviewProps = { request: ServiceRequest; body: string };

/** The exact text that a public update sends. */
function UpdatePreview({ request, body }: PreviewProps) {
  if (!request.contactPhone) return <p className="caption">{noTextLabels.noPhone}</p>;
  if (!body.trim()) return null;
  const isEmergency = request.priority === ServiceRequestPriority.EMERGENCY;
  const title = recipientLabel(request);
  return (
    <section className="stack stack--tight" aria-label={title}>
      <p className="label">{title}</p>
      <p className="exact-text">{toUpdateText(request, body)}</p>
      <p className="caption">{isEmergency ? textTimes.emergency : textTimes.daytime}</p>
    </section>
  );
}

function postLabel(request: ServiceRequest, isPublic: boolean): string {
  if (!isPublic) return writeLabels.postInternal;
  return request.contactPhone ? writeLabels.postPublic : writeLabels.postQuiet;
}

/** Writes a public update or an internal comment. An unsent text is kept as a draft. */
export function CommentForm({ request }: { request: ServiceRequest }) {
  const { user } = useSession();
  const [draft, setDraft] = useStoredDraft<string>(draftKey("comment", user.id, request.id));
  const [isPublic, setIsPublic] = useState(true);
  const [isTried, setIsTried] = useState(false);
  const posting = useAddServiceRequestComment();
  const body = draft ?? "";
  const problem = posting.error ? toDraftProblem(posting.error) : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (!body.trim() || posting.isPending) return;
    const onSuccess = () => {
      setDraft(undefined);
      setIsTried(false);
    };
    posting.mutate({ id: request.id, body: body.trim(), isPublic }, { onSuccess });
  };
  const missing = isTried && !body.trim() ? writeLabels.missing : undefined;
  const label = isPublic ? writeLabels.public : writeLabels.internal;
  return (
    <form className="request-write" aria-label={label} onSubmit={submit}>
      <SegmentedControl
        size="small"
        label={writeLabels.audience}
        value={isPublic ? "public" : "internal"}
        onChange={(value) => setIsPublic(value === "public")}
        options={[
          { value: "public", label: writeLabels.public },
          { value: "internal", label: writeLabels.internal },
        ]}
      />
      <div className="request-write__row">
        <TextArea
          label={label}
          hideLabel
          rows={2}
          value={body}
          onChange={setDraft}
          maxLength={maxLength}
          placeholder={isPublic ? writeLabels.publicHint : writeLabels.internalHint}
          error={missing ?? (problem ? `${problem.title} ${problem.text}` : undefined)}
        />
        <Button type="submit" icon={isPublic ? "send" : "lock"} pending={posting.isPending}>
          {postLabel(request, isPublic)}
        </Button>
      </div>
      {isPublic ? (
        <UpdatePreview request={request} body={body} />
      ) : (
        <p className="caption">{writeLabels.internalNote}</p>
      )}
    </form>
  );
}
