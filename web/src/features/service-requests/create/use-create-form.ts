import { createConnectQueryKey } from "@connectrpc/connect-query";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { useAddServiceRequestPhoto } from "../../../entities/service-request/queries";
import { toRequestHref } from "../../../entities/service-request/request-link";
import { useSession } from "../../../entities/session/session";
import { useContractForm } from "../../../forms";
import {
  EntryPermission,
  ServiceRequestKind,
  ServiceRequestPriority,
} from "../../../gen/parlor/v1/service_request_pb";
import { ServiceRequestService } from "../../../gen/parlor/v1/service_request_service_pb";
import { toDataUrl } from "../../../lib/data-url";
import { draftKey } from "../../../lib/drafts";
import { toast } from "../../../ui";
import { labels } from "./labels";
import type { useOrigin } from "./use-origin";

const empty = {
  communityId: "",
  title: "",
  description: "",
  kind: ServiceRequestKind.MAINTENANCE,
  priority: ServiceRequestPriority.NORMAL,
  unit: "",
  location: "",
  contactName: "",
  contactPhone: "",
  contactEmail: "",
  entryPermission: EntryPermission.UNSPECIFIED,
  pets: "",
  assigneeId: "",
  vendor: "",
  notifyResident: true,
  isDraft: false,
};

/** Form of a new request. Photos are uploaded once it is created. */
export function useCreateForm(origin: ReturnType<typeof useOrigin>, onlyCommunity: string) {
  const { user } = useSession();
  const navigate = useNavigate();
  const client = useQueryClient();
  const adding = useAddServiceRequestPhoto();
  const [photos, setPhotos] = useState<readonly File[]>([]);
  const { values, ids } = origin;
  // Refetched data must not change what the user has written.
  const [start] = useState(() => ({ ...empty, communityId: onlyCommunity, ...values }));

  /** Returns the number of photos that could not be added. */
  async function addPhotos(id: string): Promise<number> {
    let failed = 0;
    // Uploads one photo after another to keep their order.
    for (const file of photos) {
      try {
        await adding.mutateAsync({ id, data: await toDataUrl(file), caption: "" });
      } catch {
        failed += 1;
      }
    }
    return failed;
  }

  const form = useContractForm(ServiceRequestService.method.createServiceRequest, {
    start,
    draft: draftKey("service-request", user.id, ...(origin.key ? [origin.key] : [])),
    hasPhotos: photos.length > 0,
    toRequest: (written) => {
      const notifyResident = Boolean(written.notifyResident) && written.contactPhone !== "";
      return { ...written, ...ids, notifyResident };
    },
    onDone: async ({ serviceRequest }) => {
      if (!serviceRequest) return;
      const { id, number } = serviceRequest;
      const failed = await addPhotos(id);
      const queryKey = createConnectQueryKey({
        schema: ServiceRequestService,
        cardinality: undefined,
      });
      void client.invalidateQueries({ queryKey });
      const isDraft = form.hook.getValues("isDraft");
      toast.success(isDraft ? labels.draftCreated(number) : labels.created(number));
      if (failed > 0) {
        toast.error({ title: labels.photoFailed(failed), text: labels.photoFailedText });
      }
      navigate(toRequestHref(id), { replace: true });
    },
  });
  const submit = (isDraft: boolean) => {
    form.hook.setValue("isDraft", isDraft);
    void form.submit();
  };
  return { form, submit, photos, setPhotos };
}

export type CreateForm = ReturnType<typeof useCreateForm>["form"];
