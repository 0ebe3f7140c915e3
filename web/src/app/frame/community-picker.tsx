import { type RefObject, useRef, useState } from "react";
import {
  Button as AriaButton,
  Collection,
  ComboBox,
  Header,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  Popover,
} from "react-aria-components";
import type { TextCommunity } from "../../gen/parlor/v1/community_pb";
import { useCommunities } from "../../rpc/communities";
import { toProblem } from "../../rpc/problem";
import { useRecentCommunities, useSelectedCommunity } from "../../rpc/selected-community";
import { Arch, Icon } from "../../ui";

const noCompany = "No company associated with this community";

type Section = { id: string; title: string; communities: TextCommunity[] };

/** Those of which the typed words are a part. */
function found(sections: readonly Section[], typed: string): Section[] {
  const words = typed.trim().toLowerCase();
  return sections
    .map((section) => ({
      ...section,
      communities: section.communities.filter(({ label }) => label.toLowerCase().includes(words)),
    }))
    .filter((section) => section.communities.length > 0);
}

/** Those that were selected lately come first, and once. */
function sectionsOf(communities: readonly TextCommunity[], recent: readonly string[]): Section[] {
  const lately = recent
    .map((id) => communities.find((community) => community.id === id))
    .filter((community) => community !== undefined);
  const others = communities.filter((community) => !lately.includes(community));
  return [
    { id: "recent", title: "Recent", communities: lately },
    { id: "all", title: lately.length > 0 ? "Others" : "Communities", communities: others },
  ].filter((section) => section.communities.length > 0);
}

type ChoicesProps = {
  note: string;
  /** The list stands below the whole picker, not below its field. */
  below: RefObject<HTMLDivElement | null>;
};

function Choices({ note, below }: ChoicesProps) {
  return (
    <Popover className="menu picker-list" triggerRef={below} offset={4} placement="bottom start">
      <ListBox
        className="menu__list"
        renderEmptyState={() => <p className="picker-list__none">{note}</p>}
      >
        {(section: Section) => (
          <ListBoxSection id={section.id}>
            <Header className="picker-list__title">{section.title}</Header>
            <Collection items={section.communities}>
              {(community) => (
                <ListBoxItem
                  id={community.id}
                  textValue={community.label}
                  className="menu__item picker-list__item"
                >
                  <Arch name={community.label} size="small" />
                  <span className="row__grow truncate">{community.label}</span>
                  {community.isTraining ? <span className="badge">Training</span> : null}
                </ListBoxItem>
              )}
            </Collection>
          </ListBoxSection>
        )}
      </ListBox>
    </Popover>
  );
}

/** Which community the screen is about. */
export default function CommunityPicker() {
  const query = useCommunities();
  const recent = useRecentCommunities();
  const [selected, select] = useSelectedCommunity();
  const communities = query.data ?? [];
  const current = communities.find((community) => community.id === selected);
  if (!query.data) {
    const failed = query.error ? toProblem(query.error) : undefined;
    return (
      <div className="community-picker" aria-busy={!failed}>
        <span className="community-picker__name">
          <small role={failed ? "alert" : undefined}>{failed?.title ?? "Communities"}</small>
        </span>
        {failed ? (
          <AriaButton
            className="community-picker__button"
            aria-label="Read the communities again"
            onPress={() => query.refetch()}
          >
            <Icon name="retry" size="small" />
          </AriaButton>
        ) : null}
      </div>
    );
  }
  return (
    <Picker
      // The field begins anew with what is selected.
      key={current?.id ?? ""}
      current={current}
      sections={sectionsOf(communities, recent)}
      onSelect={select}
    />
  );
}

type Props = {
  current: TextCommunity | undefined;
  sections: Section[];
  onSelect: (id: string | undefined) => void;
};

function Picker({ current, sections, onSelect }: Props) {
  const [error, setError] = useState("");
  const [typed, setTyped] = useState("");
  const root = useRef<HTMLDivElement>(null);
  const choose = (id: string) => {
    if (id === current?.id) return;
    const chosen = sections.flatMap((one) => one.communities).find((one) => one.id === id);
    // A community without a company cannot be worked on.
    if (chosen?.company.length === 0) setError(noCompany);
    else onSelect(id);
  };
  return (
    <ComboBox
      ref={root}
      className="community-picker"
      defaultSelectedKey={current?.id ?? null}
      onSelectionChange={(key) => {
        if (key !== null) choose(String(key));
      }}
      // What is selected already filters nothing.
      items={found(sections, typed === current?.label ? "" : typed)}
      onInputChange={(text) => {
        setTyped(text);
        setError("");
      }}
      menuTrigger="focus"
      allowsEmptyCollection
    >
      <Label className="visually-hidden">Community</Label>
      {current ? <Arch name={current.label} size="small" /> : <Icon name="door" size="small" />}
      <span className="community-picker__name">
        <Input className="community-picker__input truncate" placeholder="Choose a community" />
        {current ? <small>{current.isTraining ? "Training" : "The bot answers"}</small> : null}
      </span>
      {current ? (
        <AriaButton
          slot={null}
          className="community-picker__button"
          aria-label="Clear community"
          onPress={() => onSelect(undefined)}
        >
          <Icon name="close" size="small" />
        </AriaButton>
      ) : null}
      <AriaButton className="community-picker__button" aria-label="Choose another community">
        <Icon name="down" size="small" />
      </AriaButton>
      {error ? (
        <p className="community-picker__error" role="alert">
          <Icon name="danger" size="small" />
          {error}
        </p>
      ) : null}
      <Choices note="No community of that name" below={root} />
    </ComboBox>
  );
}
