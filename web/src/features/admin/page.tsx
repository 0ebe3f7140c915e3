// The administration screen: its tabs and the open section.

import { Suspense, useState } from "react";
import { Link, useNavigate } from "react-router";
import { useIsPlatformAdmin } from "../../entities/session/impersonation";
import { useMedia } from "../../lib/use-media";
import { Select, Skeleton } from "../../ui";

import "./admin.css";
import "./edit.css";
import { HeadActionsContext } from "./head-actions";
import { type Section, sections } from "./sections";
import { sectionPath, useAdminUrlState } from "./url-state";

/** Scrolls the current tab into view. */
function scrollIntoView(tab: HTMLElement | null) {
  tab?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

type TabsProps = { open: readonly Section[]; current: Section | undefined };

/** Shows the sections as tabs, or as a list in a narrow window. */
function Tabs({ open, current }: TabsProps) {
  const narrow = useMedia("(max-width: 760px)");
  const navigate = useNavigate();
  if (narrow) {
    return (
      <nav className="tabs--screen" aria-label="Administration">
        <Select
          label="Section"
          hideLabel
          value={current?.id ?? ""}
          onChange={(id) => navigate(sectionPath(id))}
          options={open.map(({ id, title }) => ({ value: id, label: title }))}
        />
      </nav>
    );
  }
  return (
    <nav className="tabs tabs--screen" aria-label="Administration">
      {open.map(({ id, title }) => (
        <Link
          key={id}
          className="tab"
          ref={id === current?.id ? scrollIntoView : undefined}
          to={sectionPath(id)}
          aria-current={id === current?.id ? "page" : undefined}
        >
          {title}
        </Link>
      ))}
    </nav>
  );
}

function SectionSkeleton() {
  return (
    <section className="panel admin__coming" aria-busy="true">
      <p className="visually-hidden" role="status">
        Loading
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
  const open = sections.filter((section) => platform || !section.platform);
  // A section without access looks like one that does not exist.
  const current = open.find(({ id }) => id === place.section) ?? open[0];
  return (
    <HeadActionsContext value={actions}>
      <div className="screen-head">
        <h1 className="screen-title">Administration</h1>
        <span className="screen-head__grow" />
        <div className="row row--wrap" ref={setActions} />
      </div>
      <Tabs open={open} current={current} />
      <div className="screen-body">
        <Suspense key={current?.id} fallback={<SectionSkeleton />}>
          {current ? <current.Part /> : null}
        </Suspense>
      </div>
    </HeadActionsContext>
  );
}
