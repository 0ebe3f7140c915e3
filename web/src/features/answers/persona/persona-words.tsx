import { ContractForm, FormSubmit, FormText, useContractForm } from "../../../forms";
import type { TextCommunity } from "../../../gen/parlor/v1/community_pb";
import { CommunityService } from "../../../gen/parlor/v1/community_service_pb";
import { toProblem } from "../../../rpc/problem";
import { Button, toast } from "../../../ui";
import { useStoredCommunity, useWords } from "./use-persona";

function refuse(error: unknown) {
  const { title, text } = toProblem(error);
  toast.error({ title, text });
}

/** What the bot says instead of a word; each change counts at once. */
export function PersonaWords({ community }: { community: TextCommunity }) {
  const { id, customVerbiage } = community;
  const store = useStoredCommunity(id);
  const words = useWords(id);
  const form = useContractForm(CommunityService.method.updatePersona, {
    start: { id, newReplacement: { originalText: "", newText: "" } },
    onDone: ({ textCommunity }, done) => {
      store(textCommunity);
      done.clear();
    },
  });
  const remove = (originalText: string, newText: string) =>
    words.mutate(
      { id, originalText, newText: "" },
      {
        onError: refuse,
        onSuccess: () =>
          toast.undo({
            title: `“${originalText}” may be said again.`,
            onUndo: () =>
              words.mutate({ id, newReplacement: { originalText, newText } }, { onError: refuse }),
          }),
      },
    );
  return (
    <section className="sheet__group stack" aria-label="Words of its own">
      <h3 className="group-title">Words of its own</h3>
      <p className="small secondary">
        What the bot says instead of a word, in any answer. Links and phone numbers stay.
      </p>
      {customVerbiage.length > 0 ? (
        <ul className="persona__words">
          {customVerbiage.map(({ originalText, newText }) => (
            <li key={originalText} className="row">
              <span className="row__grow">
                <del>{originalText}</del> <span className="secondary">is</span>{" "}
                <span className="strong">{newText}</span>
              </span>
              <Button
                variant="quiet"
                size="small"
                icon="close"
                pending={words.isPending && words.variables?.originalText === originalText}
                aria-label={`Remove ${originalText}`}
                onPress={() => remove(originalText, newText)}
              />
            </li>
          ))}
        </ul>
      ) : null}
      <ContractForm of={form} label="Add words" className="persona__add">
        <FormText of={form} name="newReplacement.originalText" label="Instead of" />
        <FormText of={form} name="newReplacement.newText" label="Say" aside={null} />
        <FormSubmit of={form} variant="quiet" icon="plus">
          Add
        </FormSubmit>
      </ContractForm>
    </section>
  );
}
