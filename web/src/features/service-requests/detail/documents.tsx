import { useId, useState } from "react";
import {
  useAddServiceRequestDocument,
  useDeleteServiceRequestDocument,
} from "../../../entities/service-request/queries";
import { toastError } from "../../../forms/toast-error";
import type {
  ServiceRequest,
  ServiceRequestDocument,
} from "../../../gen/parlor/v1/service_request_pb";
import { toDataUrl } from "../../../lib/data-url";
import { showDirectionMarks } from "../../../lib/direction-marks";
import { formatSize } from "../../../lib/format-number";
import { maxPhotoBytes } from "../../../lib/photo-file";
import { Button, Dialog, Icon, toast } from "../../../ui";
import { documentLabels } from "./labels";
import { RailPart } from "./rail-part";

type Props = { request: ServiceRequest; canEdit: boolean };

function AddDocument({ id }: { id: string }) {
  const field = useId();
  const adding = useAddServiceRequestDocument();
  const add = async (files: readonly File[]) => {
    for (const file of files) {
      if (file.type !== "application/pdf") toast.error(documentLabels.wrongType);
      else if (file.size > maxPhotoBytes) toast.error(documentLabels.tooLarge);
      else {
        const data = await toDataUrl(file);
        await adding.mutateAsync({ id, name: file.name, data }).catch(toastError);
      }
    }
  };
  return (
    <label className="button button--quiet button--small" htmlFor={field}>
      <input
        id={field}
        type="file"
        className="visually-hidden"
        accept="application/pdf"
        multiple
        disabled={adding.isPending}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // Lets the user choose the same file again after deleting it.
          event.target.value = "";
          void add(files);
        }}
      />
      <Icon name={adding.isPending ? "wait" : "clip"} size="small" />
      {adding.isPending ? documentLabels.adding : documentLabels.add}
    </label>
  );
}

type DeleteProps = { id: string; document: ServiceRequestDocument; onClose: () => void };

function DeleteDialog({ id, document, onClose }: DeleteProps) {
  const deleting = useDeleteServiceRequestDocument();
  const remove = () =>
    deleting.mutate({ id, documentId: document.id }, { onSuccess: onClose, onError: toastError });
  return (
    <Dialog
      open
      title={documentLabels.deleteTitle}
      onClose={onClose}
      foot={
        <>
          <Button onPress={onClose}>{documentLabels.cancel}</Button>
          <Button variant="danger" pending={deleting.isPending} onPress={remove}>
            {documentLabels.deleteButton}
          </Button>
        </>
      }
    >
      <p>{documentLabels.deleteText(document.name)}</p>
    </Dialog>
  );
}

/** Documents of a request: drawings, quotes, invoices. */
export function Documents({ request, canEdit }: Props) {
  const { id, documents } = request;
  const [deleted, setDeleted] = useState<ServiceRequestDocument>();
  return (
    <RailPart title={documentLabels.title} action={canEdit ? <AddDocument id={id} /> : undefined}>
      {documents.length === 0 ? (
        <p className="caption">{documentLabels.none}</p>
      ) : (
        <ul className="access">
          {documents.map((document) => (
            <li key={document.id}>
              <Icon name="clip" />
              <a className="row__grow" href={document.url} download={document.name}>
                {showDirectionMarks(document.name)}
              </a>
              <span className="caption nowrap">{formatSize(document.sizeBytes)}</span>
              {canEdit ? (
                <Button
                  variant="quiet"
                  size="small"
                  icon="bin"
                  aria-label={documentLabels.delete(document.name)}
                  onPress={() => setDeleted(document)}
                />
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {deleted ? (
        <DeleteDialog id={id} document={deleted} onClose={() => setDeleted(undefined)} />
      ) : null}
    </RailPart>
  );
}
