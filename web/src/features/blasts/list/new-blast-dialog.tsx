import { create } from "@bufbuild/protobuf";
import { type FormEvent, useId, useState } from "react";
import { toProblem } from "../../../api/problem";
import { useSession } from "../../../entities/session/session";
import { FormProblem } from "../../../forms";
import { BlastAudienceSchema } from "../../../gen/parlor/v1/blast_pb";
import { Dialog, DialogActions, MultiSelect, TextField } from "../../../ui";
import { maxTitleLength } from "../draft/draft";
import { useCreateBlast } from "../queries";
import { labels } from "./labels";

type Props = { onClose: () => void; onCreate: (id: string) => void };

/** Creates a draft from a title and a community. Everything else is added step by step. */
export default function NewBlastDialog({ onClose, onCreate }: Props) {
  const form = useId();
  const options = useSession().user.textCommunitiesMapping;
  const [title, setTitle] = useState("");
  const [communityIds, setCommunityIds] = useState(
    options.length === 1 ? options.map(({ value }) => value) : [],
  );
  const [tried, setTried] = useState(false);
  const creating = useCreateBlast();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!title.trim() || communityIds.length === 0) return;
    const audience = create(BlastAudienceSchema, {
      source: { case: "filter", value: { communityIds } },
    });
    creating.mutate(
      { title: title.trim(), body: "", audience },
      { onSuccess: ({ blast }) => blast && onCreate(blast.id) },
    );
  };
  return (
    <Dialog
      open
      title={labels.newTextBlast}
      onClose={onClose}
      staysOpen
      foot={
        <DialogActions onCancel={onClose} type="submit" form={form} pending={creating.isPending}>
          {labels.createDraft}
        </DialogActions>
      }
    >
      <form id={form} onSubmit={submit} className="stack stack--loose">
        <FormProblem problem={creating.error ? toProblem(creating.error) : undefined} />
        <TextField
          label={labels.title}
          description={labels.onlyTeamSees}
          value={title}
          onChange={setTitle}
          maxLength={maxTitleLength}
          error={tried && !title.trim() ? labels.enterATitle : undefined}
          autoFocus
        />
        <MultiSelect
          label={labels.communities}
          options={options}
          value={communityIds}
          onChange={setCommunityIds}
          none={labels.haveNoCommunitiesYet}
          error={tried && communityIds.length === 0 ? labels.chooseLeastOneCommunity : undefined}
        />
      </form>
    </Dialog>
  );
}
