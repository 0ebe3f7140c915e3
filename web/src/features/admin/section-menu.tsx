// The menu of the administration: five groups of sections with counts, and a search.

import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { useMedia } from "../../lib/use-media";
import { SearchField, Select } from "../../ui";
import { labels } from "./labels";
import { groups, matches, type Section } from "./sections";
import { sectionPath } from "./url-state";
import { type SectionCounts, useSectionCounts } from "./use-section-counts";

type Props = { open: readonly Section[]; current: Section | undefined };

/** Scrolls the current section into view. */
function scrollIntoView(link: HTMLElement | null) {
  link?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

type LinkProps = { section: Section; isCurrent: boolean; counts: SectionCounts };

function SectionLink({ section: { id, title }, isCurrent, counts }: LinkProps) {
  const count = counts[id];
  return (
    <Link
      className="side-menu__item admin__link"
      ref={isCurrent ? scrollIntoView : undefined}
      to={sectionPath(id)}
      aria-current={isCurrent ? "page" : undefined}
    >
      <span>{title}</span>
      {count ? (
        <span className="count" aria-hidden="true">
          {count}
        </span>
      ) : null}
    </Link>
  );
}

function NarrowMenu({ open, current }: Props) {
  const navigate = useNavigate();
  return (
    <nav className="admin__select" aria-label={labels.title}>
      <Select
        label={labels.section}
        hideLabel
        value={current?.id ?? ""}
        onChange={(id) => navigate(sectionPath(id))}
        options={open.map(({ id, title, group }) => ({ value: id, label: title, group }))}
      />
    </nav>
  );
}

/** Shows the sections as a menu, or as a list to choose from on a phone. */
export function SectionMenu({ open, current }: Props) {
  const narrow = useMedia("(max-width: 760px)");
  const counts = useSectionCounts(open);
  const [words, setWords] = useState("");
  if (narrow) return <NarrowMenu open={open} current={current} />;
  const found = open.filter((section) => matches(section, words.trim()));
  return (
    <nav className="admin__menu" aria-label={labels.title} data-scrolls>
      <SearchField
        label={labels.searchSettings}
        hideLabel
        placeholder={labels.searchSettings}
        maxLength={60}
        value={words}
        onChange={setWords}
      />
      {groups.map((group) => {
        const sections = found.filter((section) => section.group === group);
        return sections.length === 0 ? null : (
          <div key={group}>
            <p className="side-menu__title">{group}</p>
            {sections.map((section) => (
              <SectionLink
                key={section.id}
                section={section}
                isCurrent={section.id === current?.id}
                counts={counts}
              />
            ))}
          </div>
        );
      })}
      <p className="caption" role="status">
        {found.length === 0 ? labels.noMatchingSettings : null}
      </p>
    </nav>
  );
}
