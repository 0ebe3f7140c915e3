import { useMutation } from "@connectrpc/connect-query";
import { Suspense, useState } from "react";
import { toProblem } from "../../api/problem";
import { useSession, useUpdateSessionUser } from "../../entities/session/session";
import { keepRequestId } from "../../forms/toast-error";
import { UserService } from "../../gen/parlor/v1/user_service_pb";
import { toDataUrl } from "../../lib/data-url";
import { lazyWithReload } from "../../lib/lazy";
import { Button, FileDrop, toast } from "../../ui";
import { labels } from "./labels";

const CropDialog = lazyWithReload(() => import("./crop-dialog"));

const accept = "image/png,image/jpeg,image/webp";

async function fetchPicture(address: string): Promise<string> {
  return toDataUrl(await (await fetch(address)).blob());
}

function usePicture(onRefused: (words: string) => void) {
  const { user } = useSession();
  const changed = useUpdateSessionUser();
  const onError = (error: unknown) => {
    const { title, text, fields } = toProblem(error);
    onRefused(fields.data ?? `${title} ${text}`);
    keepRequestId(error);
  };
  const set = useMutation(UserService.method.setHeaderImage, {
    onSuccess: (response) => changed(response.user),
    onError,
  });
  const remove = useMutation(UserService.method.deleteHeaderImage, {
    onSuccess: () => changed({ ...user, headerImageUrl: "" }),
    onError,
  });
  return { user, set, remove };
}

/** Header image of the profile. */
export function Picture() {
  const [error, setError] = useState<string>();
  const [chosen, setChosen] = useState<ImageBitmap>();
  const { user, set, remove } = usePicture(setError);

  const choose = async (file: File) => {
    setError(undefined);
    try {
      setChosen(await createImageBitmap(file));
    } catch {
      setError(labels.pictureUnreadable);
    }
  };
  const keep = (data: string) => {
    set.mutate({ id: user.id, data }, { onSettled: () => setChosen(undefined) });
  };
  const removePicture = async () => {
    setError(undefined);
    // Kept for undo.
    const before = await fetchPicture(user.headerImageUrl).catch(() => undefined);
    remove.mutate(
      { id: user.id },
      {
        onSuccess: () => {
          const title = labels.pictureRemoved;
          if (before) {
            toast.undo({ title, onUndo: () => set.mutate({ id: user.id, data: before }) });
          } else toast.success(title);
        },
      },
    );
  };

  return (
    <div className="stack">
      {user.headerImageUrl ? (
        <div className="profile__banner">
          <img src={user.headerImageUrl} alt={labels.yourHeader} />
          <Button
            size="small"
            icon="bin"
            pending={remove.isPending}
            onPress={() => void removePicture()}
          >
            {labels.removePicture}
          </Button>
        </div>
      ) : null}
      <FileDrop
        label={user.headerImageUrl ? labels.changePicture : labels.headerImage}
        accept={accept}
        description={labels.pictureHint}
        error={error}
        onFile={(file) => void choose(file)}
      />
      {chosen ? (
        <Suspense>
          <CropDialog
            picture={chosen}
            pending={set.isPending}
            onClose={() => setChosen(undefined)}
            onKeep={keep}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
