import { type FormEvent, useId, useState } from "react";
import { FormProblem } from "../../forms";
import {
  type GetCataloguesResponse,
  PublishCataloguesRequestSchema,
} from "../../gen/parlor/v1/catalogue_service_pb";
import { Button, TextArea } from "../../ui";
import { Sheet } from "../../ui/table";
import { Differences } from "./differences";
import { usePublish } from "./queries";
import type { Acts } from "./use-acts";
import { useForm } from "./use-form";
import { count } from "./words";

type Props = { read: GetCataloguesResponse; acts: Acts; onClose: () => void };

/** The draft becomes the next version, with a note of what is in it. */
export default function PublishDialog({ read, acts, onClose }: Props) {
  const id = useId();
  const [note, setNote] = useState("");
  const publish = usePublish();
  const request = () => ({ version: acts.version, note });
  const form = useForm(PublishCataloguesRequestSchema, request, async () => {
    const { published } = await publish.mutateAsync(request());
    acts.tellPublished(published?.number ?? 0);
    onClose();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.submit();
  };
  return (
    <Sheet
      title={`Publish ${count(read.differences.length, "change")}`}
      onClose={onClose}
      staysOpen={note !== ""}
      foot={
        <>
          <Button onPress={onClose}>Not yet</Button>
          <Button
            variant="primary"
            type="submit"
            form={id}
            pending={form.pending}
            isDisabled={read.differences.length === 0}
          >
            Publish version {(read.draft?.published ?? 0) + 1}
          </Button>
        </>
      }
    >
      <form id={id} className="stack stack--loose" onSubmit={submit}>
        <p className="secondary">
          New communities, and those that are given a catalogue, start from it. What communities
          already have stays as it is.
        </p>
        <TextArea
          label="What is in it"
          description="For colleagues who read the versions later."
          value={note}
          maxLength={400}
          autoFocus
          error={form.errors.note}
          onChange={setNote}
        />
        <FormProblem problem={form.problem} />
        <Differences differences={read.differences} read={read} label="Changes" />
      </form>
    </Sheet>
  );
}
