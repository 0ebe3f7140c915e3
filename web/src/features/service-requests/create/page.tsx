import { Suspense } from "react";
import { useWatch } from "react-hook-form";
import { Link, useNavigate } from "react-router";
import { useCommunities } from "../../../entities/community/use-communities";
import { screenRule } from "../../../entities/session/screen-access";
import { ContractForm } from "../../../forms";
import { Screen } from "../../../gen/parlor/options/v1/screen_pb";
import type { TextCommunity } from "../../../gen/parlor/v1/community_pb";
import { lazyWithReload } from "../../../lib/lazy";
import { Button, Icon, Skeleton } from "../../../ui";
import { sharedLabels } from "../labels";
import "./create.css";
import { Part, WhatIsNeeded, WhoAndWhere, WhoDoesIt } from "./form-parts";
import { labels } from "./labels";
import { PriorityField } from "./priority-field";
import { useCreateUrlState } from "./url-state";
import { useCreateForm } from "./use-create-form";
import type { Origin } from "./use-origin";

const loadNextSteps = () => import("./next-steps");
// Loaded in parallel with the page, which is usable without it.
loadNextSteps().catch(() => undefined);
const NextSteps = lazyWithReload(loadNextSteps);
/** Loaded for requests created from another item. */
const WithOrigin = lazyWithReload(() => import("./with-origin"));

const nothing: Origin = {
  isLoading: false,
  hasFailed: false,
  kind: undefined,
  key: "",
  values: undefined,
  ids: { escalationId: "", conversationId: "" },
};

const listPath = () => screenRule(Screen.SERVICE_REQUEST_MAIN).path;

function Header({ note }: { note: string }) {
  return (
    <div className="screen-head create-head">
      <Link
        className="button button--quiet button--icon"
        to={listPath()}
        aria-label={sharedLabels.back}
      >
        <Icon name="back" />
      </Link>
      <h1 className="screen-title">{labels.title}</h1>
      <span className="screen-head__grow" />
      <p className="small secondary only-desk">{note}</p>
    </div>
  );
}

type OriginProps = { origin: Origin };

function OriginNotice({ origin }: OriginProps) {
  if (origin.hasFailed) {
    return (
      <p className="notice notice--warning create__notice" role="alert">
        <Icon name="warning" />
        {labels.originFailed}
      </p>
    );
  }
  if (!origin.kind) return null;
  return (
    <p className="notice create__notice">
      <Icon name="info" />
      {labels.from[origin.kind]}
    </p>
  );
}

type FormProps = OriginProps & { communities: readonly TextCommunity[] };

function CreateRequestForm({ origin, communities }: FormProps) {
  const only = communities.length === 1 ? (communities[0]?.id ?? "") : "";
  const { form, submit, photos, setPhotos } = useCreateForm(origin, only);
  const navigate = useNavigate();
  const [communityId = "", unit = ""] = useWatch({
    control: form.hook.control,
    name: ["communityId", "unit"],
  }) as string[];
  const communityLabel = communities.find(({ id }) => id === communityId)?.label ?? "";
  const next = { communityId, communityLabel, unit: unit.trim() };
  const cancel = () => {
    form.clear();
    navigate(listPath());
  };
  const note = photos.length > 0 ? labels.photosNotSaved : labels.draftSaved;
  return (
    <>
      <Header note={form.unsaved ? note : ""} />
      <div className="create">
        <ContractForm of={form} label={labels.form} className="create__form">
          <OriginNotice origin={origin} />
          <WhoAndWhere form={form} communities={communities} />
          <WhatIsNeeded form={form} photos={photos} onPhotos={setPhotos} />
          <Part title={labels.urgencyTitle}>
            <PriorityField form={form} />
          </Part>
          <WhoDoesIt form={form} />
        </ContractForm>
        <Suspense fallback={<aside className="create__side" aria-busy="true" />}>
          <NextSteps form={form} {...next} />
        </Suspense>
      </div>
      <footer className="screen-foot create-foot">
        <Button variant="quiet" onPress={cancel}>
          {labels.cancel}
        </Button>
        <span className="row__grow" />
        <Button isDisabled={form.pending} onPress={() => submit(true)}>
          {labels.saveDraft}
        </Button>
        <Button variant="primary" pending={form.pending} onPress={() => submit(false)}>
          {labels.create}
        </Button>
      </footer>
    </>
  );
}

function Waiting() {
  return (
    <>
      <Header note="" />
      <div className="create__form create__form--waiting stack stack--loose" aria-busy="true">
        <Skeleton wide="30%" high="20px" />
        <Skeleton high="36px" />
        <Skeleton high="36px" />
        <Skeleton high="72px" />
      </div>
    </>
  );
}

function CreateFrom({ origin }: OriginProps) {
  const communities = useCommunities();
  if (origin.isLoading || communities.isPending) return <Waiting />;
  return (
    <CreateRequestForm key={origin.key} origin={origin} communities={communities.data ?? []} />
  );
}

/** Creates a service request: blank, or from an escalation, a conversation or a draft. */
export default function CreateServiceRequestPage() {
  const origins = useCreateUrlState();
  if (Object.values(origins).every((id) => id === "")) return <CreateFrom origin={nothing} />;
  return (
    <Suspense fallback={<Waiting />}>
      <WithOrigin>{(origin) => <CreateFrom origin={origin} />}</WithOrigin>
    </Suspense>
  );
}
