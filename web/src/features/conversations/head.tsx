import { type Conversation, ConversationState } from "../../gen/parlor/v1/conversation_pb";
import { phoneWords } from "../../lib/names";
import { useKeys } from "../../lib/use-keys";
import { useCurrent } from "../../rpc/current";
import { Badge, Button, Menu, type MenuEntry, Person, UnitPlate } from "../../ui";
import { Snooze } from "./snooze";
import type { Acts } from "./use-acts";
import { claimWords, type Hold, holdOf, nameOf, standingOf } from "./words";

type Props = { conversation: Conversation; acts: Acts; onBack: () => void };

type May = { take: boolean; handBack: boolean; putAway: boolean };

/** What a colleague has is theirs, but an administrator may take it over. */
function mayOf({ state }: Conversation, hold: Hold, administrator: boolean): May {
  const own = hold !== "theirs" || administrator;
  return {
    take: own && hold !== "mine",
    handBack: own && state !== ConversationState.BOT,
    putAway: own && state !== ConversationState.RESOLVED,
  };
}

/** Who it is, who is at it, and what becomes of it as a whole. */
export function Head({ conversation, acts, onBack }: Props) {
  const { user } = useCurrent();
  const may = mayOf(conversation, holdOf(conversation, user.id), user.parlorRole === "admin");
  useKeys({
    t: () => may.take && acts.takeOver(conversation),
    b: () => may.handBack && acts.handBack(conversation),
    e: () => may.putAway && acts.resolve(conversation),
  });
  return (
    <header className="case-head conversation-head">
      <Button
        variant="quiet"
        icon="back"
        className="only-phone"
        aria-label="Back to the list"
        onPress={onBack}
      />
      <Person name={conversation.resident?.name ?? ""} className="only-desk" />
      <Who conversation={conversation} />
      <HeadActs conversation={conversation} acts={acts} may={may} />
    </header>
  );
}

function Who({ conversation }: { conversation: Conversation }) {
  const { user } = useCurrent();
  const { resident, phone, communityLabel, optedOut } = conversation;
  const standing = standingOf(conversation);
  const claim = claimWords(conversation, user.id);
  return (
    <div className="row__grow stack stack--tight">
      <div className="case-head__name conversation-head__name">
        <h2 className="panel-title truncate">{nameOf(conversation)}</h2>
        <UnitPlate unit={resident?.unit ?? ""} />
        {standing.tone === "outline" ? null : (
          <Badge tone={standing.tone} icon={standing.icon}>
            {standing.words}
          </Badge>
        )}
        {claim ? (
          <Badge tone={claim === "Claimed by you" ? "accent" : "warning"}>{claim}</Badge>
        ) : null}
        {optedOut ? (
          <Badge tone="danger" icon="spam">
            Opted out
          </Badge>
        ) : null}
      </div>
      <p className="caption truncate">
        {[communityLabel, resident?.kind].filter(Boolean).join(" · ")}
        {resident?.name ? <span className="only-desk"> · {phoneWords(phone)}</span> : null}
      </p>
    </div>
  );
}

function HeadActs({ conversation, acts, may }: Omit<Props, "onBack"> & { may: May }) {
  const entries: MenuEntry[] = [
    ...(may.handBack
      ? [
          {
            id: "hand-back",
            label: "Hand back to the bot",
            icon: "door" as const,
            onAction: () => acts.handBack(conversation),
          },
        ]
      : []),
    ...(may.putAway
      ? [
          {
            id: "resolve",
            label: "Resolve",
            icon: "check" as const,
            onAction: () => acts.resolve(conversation),
          },
        ]
      : []),
  ];
  return (
    <div className="row conversation-head__acts">
      {may.take ? (
        <Button size="small" pending={acts.busy} onPress={() => acts.takeOver(conversation)}>
          Take over
        </Button>
      ) : may.handBack ? (
        <Button
          size="small"
          className="only-desk"
          pending={acts.busy}
          onPress={() => acts.handBack(conversation)}
        >
          Hand back
        </Button>
      ) : null}
      {may.putAway ? <Snooze conversation={conversation} acts={acts} /> : null}
      {may.putAway ? (
        <Button
          size="small"
          icon="check"
          className="only-desk"
          pending={acts.busy}
          onPress={() => acts.resolve(conversation)}
        >
          Resolve
        </Button>
      ) : null}
      {entries.length > 0 ? (
        <span className={may.take && may.handBack ? undefined : "only-phone"}>
          <Menu
            label="More"
            items={entries}
            trigger={<Button variant="quiet" icon="dots" aria-label="More" />}
          />
        </span>
      ) : null}
    </div>
  );
}
