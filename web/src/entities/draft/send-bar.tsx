import { create } from "@bufbuild/protobuf";
import { useMutation } from "@connectrpc/connect-query";
import { Suspense, useState } from "react";
import { useNavigate } from "react-router";
import { toastError } from "../../forms/toast-error";
import { Screen } from "../../gen/parlor/options/v1/screen_pb";
import { BlastAudienceSchema } from "../../gen/parlor/v1/blast_pb";
import { BlastService } from "../../gen/parlor/v1/blast_service_pb";
import { type Draft, DraftKind } from "../../gen/parlor/v1/draft_pb";
import { lazyWithReload } from "../../lib/lazy";
import { Button, toast } from "../../ui";
import { screenRule } from "../session/screen-access";
import { useSession } from "../session/session";
import { splitSubject, toPlainText } from "./blocks";
import { labels } from "./labels";
import { isActive } from "./use-live-draft";

const LettersDialog = lazyWithReload(() => import("./letters/letters-dialog"));
const EscalationDialog = lazyWithReload(() => import("./escalation-dialog"));

const maxBlast = 1600;
const maxTitle = 100;
/** Email programs don't accept longer mailto: links. */
const maxMailBody = 1800;

function useBlastHandover(draft: Draft) {
  const navigate = useNavigate();
  const creating = useMutation(BlastService.method.createBlast);
  const { body } = splitSubject(draft.text);
  const send = () =>
    creating.mutate(
      {
        title: draft.title.slice(0, maxTitle),
        body: toPlainText(body).slice(0, maxBlast),
        audience: create(BlastAudienceSchema, {
          source: { case: "filter", value: { communityIds: [draft.communityId] } },
        }),
      },
      {
        onSuccess: ({ blast }) => {
          toast.success(labels.blastCreated);
          if (blast)
            navigate(`${screenRule(Screen.TEXT_BLAST).path}?blast=${blast.id}&step=message`);
        },
        onError: toastError,
      },
    );
  return { send, isPending: creating.isPending };
}

function toMailAddress({ text, title }: Draft): string {
  const { subject, body } = splitSubject(text);
  const query = [`subject=${encodeURIComponent(subject || title)}`];
  query.push(`body=${encodeURIComponent(toPlainText(body).slice(0, maxMailBody))}`);
  return `mailto:?${query.join("&")}`;
}

/** Passes a finished draft to the screens that can send it. Nothing is sent from here. */
export function SendBar({ draft }: { draft: Draft }) {
  const { may } = useSession();
  const navigate = useNavigate();
  const [isMerging, setMerging] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  const blast = useBlastHandover(draft);
  const active = isActive(draft);
  const isUnchecked = draft.unverifiedDetails.length > 0;
  const cannotSend = active || isUnchecked || !draft.text;
  const note = active
    ? labels.savedWhileWriting
    : isUnchecked
      ? labels.checkFirst
      : labels.nothingSent;
  return (
    <footer className="screen-foot">
      <p className="row__grow caption">{note}</p>
      {may(Screen.TEXT_BLAST) && draft.communityId ? (
        <Button
          icon="send-many"
          isDisabled={cannotSend}
          pending={blast.isPending}
          onPress={blast.send}
        >
          {labels.textBlast}
        </Button>
      ) : null}
      {may(Screen.SERVICE_REQUEST_CREATE) ? (
        <Button
          icon="wrench"
          isDisabled={cannotSend}
          onPress={() =>
            navigate(`${screenRule(Screen.SERVICE_REQUEST_CREATE).path}?draft=${draft.id}`)
          }
        >
          {labels.serviceRequest}
        </Button>
      ) : null}
      {may(Screen.ESCALATIONS) && draft.communityId ? (
        <Button icon="bell" isDisabled={cannotSend} onPress={() => setChoosing(true)}>
          {labels.escalation}
        </Button>
      ) : null}
      {draft.kind === DraftKind.LETTER && draft.communityId ? (
        <Button icon="people" isDisabled={cannotSend} onPress={() => setMerging(true)}>
          {labels.letters}
        </Button>
      ) : null}
      {isMerging ? (
        <Suspense>
          <LettersDialog draft={draft} onClose={() => setMerging(false)} />
        </Suspense>
      ) : null}
      {isChoosing ? (
        <Suspense>
          <EscalationDialog draft={draft} onClose={() => setChoosing(false)} />
        </Suspense>
      ) : null}
      <Button
        variant="primary"
        icon="mail"
        isDisabled={cannotSend}
        onPress={() => window.location.assign(toMailAddress(draft))}
      >
        {labels.email}
      </Button>
    </footer>
  );
}
