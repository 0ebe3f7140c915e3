import { useMutation } from "@connectrpc/connect-query";
import { Suspense, useState } from "react";
import { UserService } from "../../gen/parlor/v1/user_service_pb";
import { asDataUrl } from "../../lib/data-url";
import { part } from "../../lib/load";
import { useChangedUser, useCurrent } from "../../rpc/current";
import { toProblem } from "../../rpc/problem";
import { Button, FileDrop, toast } from "../../ui";

const CropDialog = part(() => import("./crop-dialog"));

const accept = "image/png,image/jpeg,image/webp";
const unreadable = "This is no picture that can be read. Choose a PNG, JPEG or WebP.";

async function fetched(address: string): Promise<string> {
  return asDataUrl(await (await fetch(address)).blob());
}

function usePicture(onRefused: (words: string) => void) {
  const { user } = useCurrent();
  const changed = useChangedUser();
  const onError = (error: unknown) => {
    const { title, text, fields } = toProblem(error);
    onRefused(fields.data ?? `${title} ${text}`);
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

/** The picture over one's profile: chosen, cropped, removed. */
export function Picture() {
  const [error, setError] = useState<string>();
  const [chosen, setChosen] = useState<ImageBitmap>();
  const { user, set, remove } = usePicture(setError);

  const choose = async (file: File) => {
    setError(undefined);
    try {
      setChosen(await createImageBitmap(file));
    } catch {
      setError(unreadable);
    }
  };
  const keep = (data: string) => {
    set.mutate({ id: user.id, data }, { onSettled: () => setChosen(undefined) });
  };
  const takeAway = async () => {
    setError(undefined);
    // What is needed to put it back.
    const before = await fetched(user.headerImageUrl).catch(() => undefined);
    remove.mutate(
      { id: user.id },
      {
        onSuccess: () => {
          const title = "Your picture is removed.";
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
          <img src={user.headerImageUrl} alt="Over your profile" />
          <Button
            size="small"
            icon="bin"
            pending={remove.isPending}
            onPress={() => void takeAway()}
          >
            Remove
          </Button>
        </div>
      ) : null}
      <FileDrop
        label={user.headerImageUrl ? "Another picture" : "A picture over your profile"}
        accept={accept}
        description="PNG, JPEG or WebP, up to 8 MB. You choose which part of it is kept."
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
