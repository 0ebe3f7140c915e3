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
  ListLayout,
  Popover,
  Virtualizer,
} from "react-aria-components";
import { toProblem } from "../../api/problem";
import { choiceLabels } from "../../entities/community/choice-labels";
import {
  useCommunityDetails,
  useRecentCommunities,
  useSelectedCommunity,
} from "../../entities/community/selected-community";
import { useCommunities } from "../../entities/community/use-communities";
import type { CommunityState } from "../../entities/session/dashboard-state";
import type { TextCommunity } from "../../gen/parlor/v1/community_pb";
import { Badge, CommunityAvatar, Icon } from "../../ui";
import { pickerLabels } from "./picker-labels";

type Section = { id: string; title: string; communities: TextCommunity[] };

/** Returns the communities that match the typed text. */
function filterCommunities(sections: readonly Section[], typed: string): Section[] {
  const words = typed.trim().toLowerCase();
  return sections
    .map((section) => ({
      ...section,
      communities: section.communities.filter(({ label }) => label.toLowerCase().includes(words)),
    }))
    .filter((section) => section.communities.length > 0);
}

/** Lists recently selected communities first, each only once. */
function toSections(communities: readonly TextCommunity[], recent: readonly string[]): Section[] {
  const lately = recent
    .map((id) => communities.find((community) => community.id === id))
    .filter((community) => community !== undefined);
  const others = communities.filter((community) => !lately.includes(community));
  return [
    { id: "recent", title: pickerLabels.recent, communities: lately },
    {
      id: "all",
      title: lately.length > 0 ? pickerLabels.others : pickerLabels.communities,
      communities: others,
    },
  ].filter((section) => section.communities.length > 0);
}

/** The association software of a community, with its code there. */
function integrationLabel(community: TextCommunity): string | undefined {
  const codes: readonly [string, string][] = [
    [pickerLabels.vantaca, community.vantacaAssocCode],
    ["CINC", community.cincAssocCode],
    [pickerLabels.buildium, community.buildiumAssocCode],
    ["VMS", community.vmsAssocCode],
    ["VMG", community.vmgAssocCode],
  ];
  return codes.find(([, code]) => code !== "")?.[0];
}

type ChoicesProps = {
  note: string;
  /** The list is aligned with the whole picker, not with its field. */
  below: RefObject<HTMLDivElement | null>;
};

/** There can be many communities, so only visible rows are rendered. */
const layout = { rowHeight: 52, headingHeight: 28 };

function Choices({ note, below }: ChoicesProps) {
  return (
    <Popover className="menu picker-list" triggerRef={below} offset={4} placement="bottom start">
      <Virtualizer layout={ListLayout} layoutOptions={layout}>
        <ListBox
          className="picker-list__box"
          renderEmptyState={() => <p className="picker-list__none">{note}</p>}
        >
          {(section: Section) => (
            <ListBoxSection id={section.id}>
              <Header className="picker-list__title">{section.title}</Header>
              <Collection items={section.communities}>
                {(community) => <Choice community={community} />}
              </Collection>
            </ListBoxSection>
          )}
        </ListBox>
      </Virtualizer>
    </Popover>
  );
}

function Choice({ community }: { community: TextCommunity }) {
  const software = integrationLabel(community);
  return (
    <ListBoxItem
      id={community.id}
      textValue={community.label}
      className="menu__item picker-list__item"
    >
      <CommunityAvatar name={community.label} size="small" />
      <span className="picker-list__words">
        <span className="truncate">{community.label}</span>
        <span className="row">
          {community.isTraining ? <Badge tone="warning">{pickerLabels.training}</Badge> : null}
          {software ? <Badge tone="outline">{software}</Badge> : null}
          {community.isTraining || software ? null : <small>{pickerLabels.botAnswers}</small>}
        </span>
      </span>
    </ListBoxItem>
  );
}

/** Selects the community that the screen shows. */
export default function CommunityPicker() {
  const query = useCommunities();
  const recent = useRecentCommunities();
  const [selected, select] = useSelectedCommunity();
  const { details, error } = useCommunityDetails();
  const communities = query.data ?? [];
  const current = communities.find((community) => community.id === selected);
  if (!query.data) {
    const failed = query.error ? toProblem(query.error) : undefined;
    return (
      <div className="community-picker" aria-busy={!failed}>
        <span className="community-picker__name">
          <small role={failed ? "alert" : undefined}>
            {failed?.title ?? pickerLabels.communities}
          </small>
        </span>
        {failed ? (
          <AriaButton
            className="community-picker__button"
            aria-label={pickerLabels.reload}
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
      // Resets the field when the selection changes.
      key={`${current?.id} ${error?.message}`}
      current={current}
      details={details}
      refused={error !== null && toProblem(error).reason === "NO_COMPANY"}
      sections={toSections(communities, recent)}
      onSelect={select}
    />
  );
}

/** Describes the selected community: "Training · VANTACA HRB-01". */
function toNote({ isTraining }: TextCommunity, { softwareName, assocCode }: CommunityState) {
  const parts: string[] = [isTraining ? pickerLabels.training : pickerLabels.botAnswers];
  if (assocCode) parts.push(`${softwareName} ${assocCode}`);
  return parts.join(" · ");
}

type Props = {
  current: TextCommunity | undefined;
  details: CommunityState;
  /** The chosen community has no company. */
  refused: boolean;
  sections: Section[];
  onSelect: (id: string | undefined) => void;
};

function Picker({ current, details, refused, sections, onSelect }: Props) {
  const [error, setError] = useState(refused ? pickerLabels.noCompany : "");
  const [typed, setTyped] = useState("");
  const root = useRef<HTMLDivElement>(null);
  const choose = (id: string) => {
    if (id === current?.id) return;
    const chosen = sections.flatMap((one) => one.communities).find((one) => one.id === id);
    // A community without a company can't be selected.
    if (chosen?.company.length === 0) setError(pickerLabels.noCompany);
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
      // The label of the selected community is not a search.
      items={filterCommunities(sections, typed === current?.label ? "" : typed)}
      onInputChange={(text) => {
        setTyped(text);
        setError("");
      }}
      menuTrigger="focus"
      allowsEmptyCollection
    >
      <Label className="visually-hidden">{pickerLabels.community}</Label>
      {current ? (
        <CommunityAvatar name={current.label} size="small" />
      ) : (
        <Icon name="door" size="small" />
      )}
      <span className="community-picker__name">
        <Input className="community-picker__input truncate" placeholder={choiceLabels.choose} />
        {current ? <small>{toNote(current, details)}</small> : null}
      </span>
      {current ? (
        <AriaButton
          slot={null}
          className="community-picker__button"
          aria-label={pickerLabels.clear}
          onPress={() => onSelect(undefined)}
        >
          <Icon name="close" size="small" />
        </AriaButton>
      ) : null}
      <AriaButton className="community-picker__button" aria-label={pickerLabels.change}>
        <Icon name="down" size="small" />
      </AriaButton>
      {error ? (
        <p className="community-picker__error" role="alert">
          <Icon name="danger" size="small" />
          {error}
        </p>
      ) : null}
      <Choices note={choiceLabels.noMatches} below={root} />
    </ComboBox>
  );
}
