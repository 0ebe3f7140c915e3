import { createClient } from "@connectrpc/connect";
import { useMutation, useTransport } from "@connectrpc/connect-query";
import { useState } from "react";
import { toastError } from "../../../forms/toast-error";
import type { Draft } from "../../../gen/parlor/v1/draft_pb";
import { DraftService, type MergedLetter } from "../../../gen/parlor/v1/draft_service_pb";
import { saveFile, toBytes } from "../../../lib/save-file";
import { Button, Select } from "../../../ui";
import { Sheet } from "../../../ui/table";
import { useSession } from "../../session/session";
import { FormattedText } from "../formatted-text";
import { ChooseAccounts } from "./choose-accounts";
import { labels } from "./labels";
import { SendLetters } from "./send-letters";

const docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

type PreviewProps = { draft: Draft; letters: readonly MergedLetter[] };

function Preview({ draft, letters }: PreviewProps) {
  const transport = useTransport();
  const { headerImageUrl } = useSession().user;
  const complete = letters.filter(({ problem }) => !problem);
  const problems = letters.filter(({ problem }) => problem);
  const [shown, setShown] = useState(complete[0]?.accountId ?? "");
  const letter = complete.find(({ accountId }) => accountId === shown);
  const save = async () => {
    try {
      const accountIds = complete.map(({ accountId }) => accountId);
      const client = createClient(DraftService, transport);
      const { name, data } = await client.exportLetters({ id: draft.id, accountIds });
      saveFile(name, toBytes(data), docx);
    } catch (error) {
      toastError(error);
    }
  };
  const print = () => {
    const texts = complete.map(({ text }) => text);
    void import("../print").then(({ printTexts }) =>
      printTexts(draft.title, texts, headerImageUrl),
    );
  };
  return (
    <div className="stack">
      {problems.length > 0 ? (
        <div className="notice notice--warning letters__problems" role="status">
          <p className="strong">{labels.problems(problems.length)}</p>
          {problems.map(({ accountId, problem }) => (
            <p key={accountId}>{problem}</p>
          ))}
        </div>
      ) : null}
      {letter ? (
        <>
          <Select
            label={labels.recipient}
            options={complete.map(({ accountId, recipient }) => ({
              value: accountId,
              label: recipient,
            }))}
            value={shown}
            onChange={setShown}
          />
          <article className="letters__paper" aria-label={labels.preview}>
            {headerImageUrl ? (
              <img className="letters__header" src={headerImageUrl} alt="" />
            ) : null}
            <FormattedText text={letter.text} />
          </article>
          <div className="row row--wrap">
            <Button icon="download" onPress={() => void save()}>
              {labels.download}
            </Button>
            <Button icon="note" onPress={print}>
              {labels.print}
            </Button>
          </div>
          <SendLetters communityId={draft.communityId} title={draft.title} letters={complete} />
        </>
      ) : null}
    </div>
  );
}

type Props = { draft: Draft; onClose: () => void };

/** Fills in a letter for the chosen homeowner accounts, to download, print or send. */
export default function LettersDialog({ draft, onClose }: Props) {
  const [chosen, setChosen] = useState<string[]>([]);
  const merging = useMutation(DraftService.method.mergeLetters, { onError: toastError });
  const letters = merging.data?.letters;
  const preview = (
    <Button
      variant="primary"
      reason={chosen.length === 0 ? labels.chooseFirst : undefined}
      pending={merging.isPending}
      onPress={() => merging.mutate({ id: draft.id, accountIds: chosen })}
    >
      {labels.preview}
    </Button>
  );
  return (
    <Sheet
      title={labels.title}
      onClose={onClose}
      staysOpen={chosen.length > 0}
      foot={letters ? <Button onPress={() => merging.reset()}>{labels.back}</Button> : preview}
    >
      {letters ? (
        <Preview draft={draft} letters={letters} />
      ) : (
        <div className="stack">
          <p className="small secondary">{labels.fields}</p>
          <ChooseAccounts communityId={draft.communityId} chosen={chosen} onChange={setChosen} />
        </div>
      )}
    </Sheet>
  );
}
