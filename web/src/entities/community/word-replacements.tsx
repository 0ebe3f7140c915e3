import { useMutation } from "@connectrpc/connect-query";
import { ContractForm, FormSubmit } from "../../forms/contract-form";
import { FormText } from "../../forms/fields";
import type { TextCommunity } from "../../gen/parlor/v1/community_pb";
import { CommunityService } from "../../gen/parlor/v1/community_service_pb";
import { Button, toast } from "../../ui";
import "./word-replacements.css";
import { toastError } from "../../forms/toast-error";
import { useContractForm } from "../../forms/use-contract-form";
import { labels } from "./labels";

const { updatePersona } = CommunityService.method;

type ReplacementRowProps = { original: string; said: string; onRemove: () => void; busy: boolean };

function ReplacementRow({ original, said, onRemove, busy }: ReplacementRowProps) {
  return (
    <li className="row own-words__pair">
      <span className="row__grow">
        <del>{original}</del> <span className="secondary">{labels.becomes}</span>{" "}
        <span className="strong">{said}</span>
      </span>
      <Button
        variant="quiet"
        size="small"
        icon="close"
        pending={busy}
        aria-label={labels.remove(original)}
        onPress={onRemove}
      />
    </li>
  );
}

type Props = {
  community: TextCommunity;
  /** Called after each change, which is saved immediately, with the changed community. */
  onChanged: (community: TextCommunity | undefined) => void;
};

/** Edits the word replacements of a community. */
export function WordReplacements({ community, onChanged }: Props) {
  const { id, customVerbiage } = community;
  const words = useMutation(updatePersona, {
    onSuccess: ({ textCommunity }) => onChanged(textCommunity),
    onError: toastError,
  });
  const form = useContractForm(updatePersona, {
    start: { id, newReplacement: { originalText: "", newText: "" } },
    onDone: ({ textCommunity }, done) => {
      onChanged(textCommunity);
      const { originalText = "", newText = "" } = form.hook.getValues().newReplacement ?? {};
      toast.undo({
        title: `The bot now says “${newText}” instead of “${originalText}”.`,
        onUndo: () => words.mutate({ id, originalText, newText: "" }),
      });
      done.clear();
    },
  });
  const remove = (originalText: string, newText: string) =>
    words.mutate(
      { id, originalText, newText: "" },
      {
        onSuccess: () =>
          toast.undo({
            title: labels.replacementForRemoved(originalText),
            onUndo: () => words.mutate({ id, newReplacement: { originalText, newText } }),
          }),
      },
    );
  return (
    <section className="sheet__group" aria-label={labels.wordReplacements}>
      <h3 className="group-title">{labels.wordReplacements}</h3>
      <p className="small secondary">{labels.botReplacesTheseWordsEvery}</p>
      {customVerbiage.length > 0 ? (
        <ul className="own-words">
          {customVerbiage.map(({ originalText, newText }) => (
            <ReplacementRow
              key={originalText}
              original={originalText}
              said={newText}
              busy={words.isPending && words.variables?.originalText === originalText}
              onRemove={() => remove(originalText, newText)}
            />
          ))}
        </ul>
      ) : null}
      <ContractForm of={form} label={labels.addAWordReplacement} className="own-words__add">
        <FormText of={form} name="newReplacement.originalText" label={labels.insteadOf} />
        <FormText of={form} name="newReplacement.newText" label={labels.say} aside={null} />
        <FormSubmit of={form} variant="quiet" icon="plus">
          {labels.add}
        </FormSubmit>
      </ContractForm>
    </section>
  );
}
