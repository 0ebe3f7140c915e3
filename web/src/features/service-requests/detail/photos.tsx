import { timestampDate } from "@bufbuild/protobuf/wkt";
import { useId, useState } from "react";
import {
  useAddServiceRequestPhoto,
  useDeleteServiceRequestPhoto,
} from "../../../entities/service-request/queries";
import { toastError } from "../../../forms/toast-error";
import type {
  ServiceRequest,
  ServiceRequestPhoto,
} from "../../../gen/parlor/v1/service_request_pb";
import { toDataUrl } from "../../../lib/data-url";
import { showDirectionMarks } from "../../../lib/direction-marks";
import { formatDateTime } from "../../../lib/format-date";
import { isPhotoType, maxPhotoBytes, photoTypes } from "../../../lib/photo-file";
import { useNow } from "../../../lib/use-now";
import { Button, Dialog, Icon, StepButtons, toast } from "../../../ui";
import { labels, photoLabels } from "./labels";

type Props = { request: ServiceRequest; canEdit: boolean };

function AddPhoto({ id }: { id: string }) {
  const field = useId();
  const adding = useAddServiceRequestPhoto();
  const add = async (files: FileList | null) => {
    for (const file of files ?? []) {
      if (!isPhotoType(file)) toast.error(photoLabels.wrongType);
      else if (file.size > maxPhotoBytes) toast.error(photoLabels.tooLarge);
      else {
        const data = await toDataUrl(file);
        await adding.mutateAsync({ id, data, caption: "" }).catch(toastError);
      }
    }
  };
  return (
    <label className="photo photo--add focus-frame" htmlFor={field}>
      <input
        id={field}
        type="file"
        className="visually-hidden"
        accept={photoTypes.join()}
        multiple
        disabled={adding.isPending}
        onChange={(event) => {
          const { files } = event.target;
          void add(files).finally(() => {
            event.target.value = "";
          });
        }}
      />
      <Icon name={adding.isPending ? "wait" : "camera"} />
      <span>{adding.isPending ? photoLabels.adding : photoLabels.add}</span>
    </label>
  );
}

type ViewerProps = Props & { at: number; onView: (at: number) => void; onClose: () => void };

/** A photo in full size. */
function Viewer({ request, canEdit, at, onView, onClose }: ViewerProps) {
  const removing = useDeleteServiceRequestPhoto();
  const photo = request.photos[at];
  if (!photo) return null;
  const name = photoLabels.photo(photo.caption, at + 1);
  const remove = () =>
    removing.mutate(
      { id: request.id, photoId: photo.id },
      { onSuccess: onClose, onError: toastError },
    );
  return (
    <Dialog
      open
      title={name}
      onClose={onClose}
      foot={
        <>
          {canEdit ? (
            <Button variant="quiet" icon="bin" pending={removing.isPending} onPress={remove}>
              {photoLabels.delete}
            </Button>
          ) : null}
          <StepButtons at={at} count={request.photos.length} labels={photoLabels} onStep={onView} />
        </>
      }
    >
      <img className="dialog__photo" src={photo.url} alt={name} />
    </Dialog>
  );
}

function Thumbnail(props: { photo: ServiceRequestPhoto; number: number; onView: () => void }) {
  const { photo, number, onView } = props;
  const now = useNow();
  const name = photoLabels.photo(photo.caption, number);
  const added = photo.addedAt ? formatDateTime(timestampDate(photo.addedAt), new Date(now)) : "";
  return (
    <button type="button" className="photo" onClick={onView}>
      <img src={photo.thumbnailUrl} alt="" />
      <span className="truncate tertiary">
        <span className="visually-hidden">{photoLabels.view} </span>
        <b className="truncate">{showDirectionMarks(name)}</b>
        {added}
      </span>
    </button>
  );
}

/** Photos of a request. Photos can be added from the phone's camera or from files. */
export function Photos({ request, canEdit }: Props) {
  const [viewed, setViewed] = useState<number>();
  return (
    <section className="photos" aria-label={labels.photos}>
      {request.photos.map((photo, index) => (
        <Thumbnail
          key={photo.id}
          photo={photo}
          number={index + 1}
          onView={() => setViewed(index)}
        />
      ))}
      {canEdit ? <AddPhoto id={request.id} /> : null}
      {!canEdit && request.photos.length === 0 ? (
        <p className="caption">{photoLabels.none}</p>
      ) : null}
      {viewed === undefined ? null : (
        <Viewer
          request={request}
          canEdit={canEdit}
          at={viewed}
          onView={setViewed}
          onClose={() => setViewed(undefined)}
        />
      )}
    </section>
  );
}
