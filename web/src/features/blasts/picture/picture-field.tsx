import { useRef, useState } from "react";
import { toProblem } from "../../../api/problem";
import { toDataUrl } from "../../../lib/data-url";
import { isPhotoType, maxPhotoBytes, photoTypes } from "../../../lib/photo-file";
import { Button, Icon } from "../../../ui";
import type { Draft } from "../draft/use-draft";
import { useDeletePicture, useSetPicture } from "../queries";
import { pictureLabels as labels, pictureSize } from "./labels";

/** Returns why a file can't be used as the picture; empty if it can. */
function refusal(file: File): string {
  if (!isPhotoType(file)) return labels.wrongType;
  return file.size > maxPhotoBytes ? labels.tooLarge : "";
}

function usePicture(draft: Draft) {
  const setting = useSetPicture();
  const deleting = useDeletePicture();
  const [ownProblem, setOwnProblem] = useState("");
  const [pending, setPending] = useState(false);
  const error = setting.error ?? deleting.error;
  const refused = error ? toProblem(error) : undefined;
  /** Saves unsaved changes first, because the picture changes the draft's version. */
  const change = async (mutate: () => Promise<void>) => {
    setting.reset();
    deleting.reset();
    setPending(true);
    // The error of the mutation is shown by the field.
    if (await draft.saveNow()) await mutate().catch(() => undefined);
    else setOwnProblem(labels.unsaved);
    setPending(false);
  };
  const { id } = draft.saved;
  return {
    pending,
    isAdding: pending && !deleting.isPending,
    problem: ownProblem || refused?.fields.data || refused?.text || "",
    async add(file: File) {
      const bad = refusal(file);
      setOwnProblem(bad);
      if (bad) return;
      const data = await toDataUrl(file).catch(() => "");
      if (!data) return setOwnProblem(labels.unreadable);
      await change(async () => draft.adopt((await setting.mutateAsync({ id, data })).blast));
    },
    async remove() {
      setOwnProblem("");
      await change(async () => draft.adopt((await deleting.mutateAsync({ id })).blast));
    },
  };
}

/** The picture that is sent with the text. */
export function PictureField({ draft }: { draft: Draft }) {
  const input = useRef<HTMLInputElement>(null);
  const { pending, isAdding, problem, add, remove } = usePicture(draft);
  const { picture } = draft.saved;
  return (
    <fieldset className="field" aria-busy={pending}>
      <legend className="field__label">{labels.title}</legend>
      <input
        ref={input}
        type="file"
        hidden
        accept={photoTypes.join()}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) void add(file);
          event.target.value = "";
        }}
      />
      <div className="row row--wrap">
        {picture ? (
          <img className="blast-picture" src={picture.thumbnailUrl} alt={labels.alt} />
        ) : null}
        <div className="stack stack--tight">
          <span className="row row--wrap">
            <Button
              size="small"
              icon="camera"
              pending={pending}
              onPress={() => input.current?.click()}
            >
              {picture ? labels.replace : labels.add}
            </Button>
            {picture ? (
              <Button
                size="small"
                variant="quiet"
                icon="bin"
                isDisabled={pending}
                onPress={() => void remove()}
              >
                {labels.remove}
              </Button>
            ) : null}
          </span>
          <p className="caption">{picture ? pictureSize(picture) : labels.hint}</p>
        </div>
      </div>
      {isAdding ? (
        <p className="caption" role="status">
          {labels.adding}
        </p>
      ) : null}
      {problem ? (
        <p className="field__error" role="alert">
          <Icon name="danger" size="small" />
          {problem}
        </p>
      ) : null}
    </fieldset>
  );
}
