import { type RefObject, useContext, useEffect, useRef, useState } from "react";
import {
  Button as AriaButton,
  Collection,
  ComboBox,
  ComboBoxStateContext,
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
import type { TextCommunity } from "../../gen/parlor/v1/community_pb";
import { Badge, CommunityAvatar, Icon } from "../../ui";
import { pickerLabels } from "./picker-labels";
import {
  filterCommunities,
  findIntegration,
  type Section,
  toNote,
  toSections,
} from "./picker-sections";

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
  const { software } = findIntegration(community);
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

/** Makes the first match active after each typed character, so that Enter selects it. */
function FirstMatch({ id }: { id: string | undefined }) {
  const state = useContext(ComboBoxStateContext);
  const manager = state?.isOpen ? state.selectionManager : undefined;
  const isNoneActive = manager?.focusedKey === null;
  useEffect(() => {
    if (isNoneActive && id !== undefined) manager?.setFocusedKey(id);
  });
  return null;
}

/** Selects the community that the screen shows. */
export default function CommunityPicker() {
  const query = useCommunities();
  const recent = useRecentCommunities();
  const [selected, select] = useSelectedCommunity();
  const { error } = useCommunityDetails();
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
      refused={error !== null && toProblem(error).reason === "NO_COMPANY"}
      sections={toSections(communities, recent)}
      onSelect={select}
    />
  );
}

type Props = {
  current: TextCommunity | undefined;
  /** The chosen community has no company. */
  refused: boolean;
  sections: Section[];
  onSelect: (id: string | undefined) => void;
};

function Picker({ current, refused, sections, onSelect }: Props) {
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
  // The label of the selected community is not a search.
  const words = typed === current?.label ? "" : typed.trim();
  const matches = filterCommunities(sections, words);
  const note = current && toNote(current);
  return (
    <ComboBox
      ref={root}
      className="community-picker"
      defaultSelectedKey={current?.id ?? null}
      onSelectionChange={(key) => {
        if (key !== null) choose(String(key));
      }}
      items={matches}
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
        {note ? <small title={note.long}>{note.short}</small> : null}
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
      <FirstMatch id={words === "" ? undefined : matches[0]?.communities[0]?.id} />
      <Choices note={choiceLabels.noMatches} below={root} />
    </ComboBox>
  );
}
