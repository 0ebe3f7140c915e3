// The administration screen: the menu of its sections and the open section.

import { Suspense, useState } from "react";
import { useIsPlatformAdmin } from "../../entities/session/impersonation";
import { Skeleton } from "../../ui";

import "./admin.css";
import "./edit.css";
import { HeaderActionsContext } from "./header-actions";
import { labels } from "./labels";
import { SectionMenu } from "./section-menu";
import { defaultSection, openSections } from "./sections";
import { useAdminUrlState } from "./url-state";

function SectionSkeleton() {
  return (
    <section className="panel admin__coming" aria-busy="true">
      <p className="visually-hidden" role="status">
        {labels.loading}
      </p>
      <Skeleton wide="40%" high="20px" />
      <Skeleton wide="100%" />
      <Skeleton wide="88%" />
      <Skeleton wide="94%" />
    </section>
  );
}

export default function AdminPage() {
  const platform = useIsPlatformAdmin();
  const place = useAdminUrlState();
  const [actions, setActions] = useState<HTMLElement | null>(null);
  const open = openSections(platform);
  // A section without access looks like one that does not exist.
  const current =
    open.find(({ id }) => id === place.section) ??
    open.find(({ id }) => id === defaultSection(platform));
  return (
    <HeaderActionsContext value={actions}>
      <div className="screen-head">
        <h1 className="screen-title">{labels.title}</h1>
        <span className="screen-head__grow" />
        <div className="row row--wrap" ref={setActions} />
      </div>
      <div className="admin">
        <SectionMenu open={open} current={current} />
        <div className="screen-body admin__body">
          <Suspense key={current?.id} fallback={<SectionSkeleton />}>
            {current ? <current.Part /> : null}
          </Suspense>
        </div>
      </div>
    </HeaderActionsContext>
  );
}
