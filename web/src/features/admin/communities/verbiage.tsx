import { ContractForm, FormSubmit, FormText, useContractForm } from "../../../forms";
import type { TextCommunity } from "../../../gen/parlor/v1/community_pb";
import { CommunityService } from "../../../gen/parlor/v1/community_service_pb";
import { Button, toast } from "../../../ui";
import { tell } from "../tell";
import { usePersona, useReadAgain } from "./queries";

function Pair(props: { original: string; said: string; onRemove: () => void; busy: boolean }) {
  return (
    <li className="row verbiage__pair">
      <span className="row__grow">
        <del>{props.original}</del> <span className="secondary">is</span>{" "}
        <span className="strong">{props.said}</span>
      </span>
      <Button
        variant="quiet"
        size="small"
        icon="close"
        pending={props.busy}
        aria-label={`Remove ${props.original}`}
        onPress={props.onRemove}
      />
    </li>
  );
}

/** What the bot must say instead of a word. */
export function Verbiage({ community }: { community: TextCommunity }) {
  const { id, customVerbiage } = community;
  const persona = usePersona();
  const readAgain = useReadAgain();
  const form = useContractForm(CommunityService.method.updatePersona, {
    start: { id, newReplacement: { originalText: "", newText: "" } },
    onDone: (_, done) => {
      done.clear();
      void readAgain();
    },
  });
  const remove = (originalText: string, newText: string) =>
    persona.mutate(
      { id, originalText, newText: "" },
      {
        onError: tell,
        onSuccess: () =>
          toast.undo({
            title: `“${originalText}” may be said again.`,
            onUndo: () =>
              persona.mutate({ id, newReplacement: { originalText, newText } }, { onError: tell }),
          }),
      },
    );
  return (
    <section className="sheet__group" aria-label="Words of its own">
      <h3 className="group-title">Words of its own</h3>
      <p className="small secondary">What the bot says here instead of a word, in any answer.</p>
      {customVerbiage.length > 0 ? (
        <ul className="verbiage">
          {customVerbiage.map(({ originalText, newText }) => (
            <Pair
              key={originalText}
              original={originalText}
              said={newText}
              busy={persona.isPending && persona.variables?.originalText === originalText}
              onRemove={() => remove(originalText, newText)}
            />
          ))}
        </ul>
      ) : null}
      <ContractForm of={form} label="Add words" className="form-pair form-pair--act">
        <FormText of={form} name="newReplacement.originalText" label="Instead of" />
        <FormText of={form} name="newReplacement.newText" label="Say" aside={null} />
        <FormSubmit of={form} variant="quiet" icon="plus">
          Add
        </FormSubmit>
      </ContractForm>
    </section>
  );
}
