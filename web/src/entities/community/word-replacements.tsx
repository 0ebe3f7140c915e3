import { useMutation } from "@connectrpc/connect-query";
import { useId } from "react";
import { ContractForm, FormSubmit } from "../../forms/contract-form";
import { FormText } from "../../forms/fields";
import type { TextCommunity } from "../../gen/parlor/v1/community_pb";
import { CommunityService } from "../../gen/parlor/v1/community_service_pb";
import { Button, toast } from "../../ui";
import "./word-replacements.css";
import { toastError } from "../../forms/toast-error";
import { useContractForm } from "../../forms/use-contract-form";
import { useRemovalFocus } from "../../lib/use-removal-focus";
import { replacementLabels } from "./replacement-labels";

const { updatePersona } = CommunityService.method;

type ReplacementRowProps = {
  original: string;
  replacement: string;
  onRemove: () => void;
  busy: boolean;
};

function ReplacementRow({ original, replacement, onRemove, busy }: ReplacementRowProps) {
  return (
    <li className="row own-words__pair changes">
      <span className="row__grow">
        <del>{original}</del> <span className="secondary">{replacementLabels.becomes}</span>{" "}
        <span className="strong">{replacement}</span>
      </span>
      <Button
        variant="quiet"
        size="small"
        icon="close"
        data-remove
        pending={busy}
        aria-label={replacementLabels.remove(original)}
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
        title: replacementLabels.added(originalText, newText),
        onUndo: () => words.mutate({ id, originalText, newText: "" }),
      });
      done.clear();
    },
  });
  const addId = useId();
  const { rows, keepFocus } = useRemovalFocus<HTMLUListElement>(addId);
  const remove = (originalText: string, newText: string) => {
    keepFocus();
    words.mutate(
      { id, originalText, newText: "" },
      {
        onSuccess: () =>
          toast.undo({
            title: replacementLabels.removed(originalText),
            onUndo: () => words.mutate({ id, newReplacement: { originalText, newText } }),
          }),
      },
    );
  };
  return (
    <section className="sheet__group" aria-label={replacementLabels.title}>
      <h3 className="group-title">{replacementLabels.title}</h3>
      <p className="small secondary">{replacementLabels.about}</p>
      {customVerbiage.length > 0 ? (
        <ul ref={rows}>
          {customVerbiage.map(({ originalText, newText }) => (
            <ReplacementRow
              key={originalText}
              original={originalText}
              replacement={newText}
              busy={words.isPending && words.variables?.originalText === originalText}
              onRemove={() => remove(originalText, newText)}
            />
          ))}
        </ul>
      ) : null}
      <ContractForm of={form} label={replacementLabels.addReplacement} className="own-words__add">
        <FormText of={form} name="newReplacement.originalText" label={replacementLabels.original} />
        <FormText
          of={form}
          name="newReplacement.newText"
          label={replacementLabels.replacement}
          aside={null}
        />
        <FormSubmit of={form} id={addId} variant="quiet" icon="plus">
          {replacementLabels.add}
        </FormSubmit>
      </ContractForm>
    </section>
  );
}
