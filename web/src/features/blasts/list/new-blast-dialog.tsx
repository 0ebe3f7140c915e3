import { create } from "@bufbuild/protobuf";
import { type FormEvent, useId, useState } from "react";
import { toProblem } from "../../../api/problem";
import { useSession } from "../../../entities/session/session";
import { FormProblem } from "../../../forms";
import { BlastAudienceSchema } from "../../../gen/parlor/v1/blast_pb";
import { Dialog, DialogActions, MultiSelect, TextField } from "../../../ui";
import { audienceLabels } from "../audience-labels";
import { maxTitleLength } from "../draft/draft";
import { labels as draftLabels } from "../draft/labels";
import { useCreateBlast } from "../queries";
import { labels } from "./new-blast-labels";

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
      title={labels.title}
      onClose={onClose}
      staysOpen
      foot={
        <DialogActions onCancel={onClose} type="submit" form={form} pending={creating.isPending}>
          {labels.create}
        </DialogActions>
      }
    >
      <form id={form} onSubmit={submit} className="stack stack--loose">
        <FormProblem problem={creating.error ? toProblem(creating.error) : undefined} />
        <TextField
          label={draftLabels.title}
          description={draftLabels.titleHint}
          value={title}
          onChange={setTitle}
          maxLength={maxTitleLength}
          error={tried && !title.trim() ? draftLabels.titleMissing : undefined}
          autoFocus
        />
        <MultiSelect
          label={audienceLabels.communities}
          options={options}
          value={communityIds}
          onChange={setCommunityIds}
          none={audienceLabels.noCommunities}
          error={tried && communityIds.length === 0 ? audienceLabels.communityMissing : undefined}
        />
      </form>
    </Dialog>
  );
}
