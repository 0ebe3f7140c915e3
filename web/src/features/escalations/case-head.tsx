import type { Escalation } from "../../gen/parlor/v1/escalation_pb";
import { phoneWords } from "../../lib/names";
import { useCurrent } from "../../rpc/current";
import { Age, Badge, Button, Menu, type MenuEntry, Person, UnitPlate } from "../../ui";
import { claimWords, Marks } from "./inquiry";
import type { Acts } from "./use-acts";
import { askedAt, dismissals, nameOf } from "./words";

type Props = { escalation: Escalation; acts: Acts; onBack: () => void };

export type Hold = "free" | "mine" | "theirs";

export function holdOf({ claimedById }: Escalation, userId: string): Hold {
  if (!claimedById) return "free";
  return claimedById === userId ? "mine" : "theirs";
}

/** The reasons; `named` where nothing around them says that they dismiss. */
export function dismissEntries(escalation: Escalation, acts: Acts, named = false): MenuEntry[] {
  return dismissals.map(({ reason, label, icon }) => ({
    id: label,
    label: named ? `Dismiss: ${label.toLowerCase()}` : label,
    icon,
    onAction: () => void acts.dismiss(escalation, reason),
  }));
}

/** Claiming, releasing, taking over; dismissing where it is one's own to do. */
function useEntries(escalation: Escalation, acts: Acts): MenuEntry[] {
  const { user } = useCurrent();
  const hold = holdOf(escalation, user.id);
  const claim = () => acts.claim(escalation);
  if (hold === "theirs") {
    if (user.parlorRole !== "admin") return [];
    return [{ id: "take", label: "Take over", icon: "flag", onAction: claim }];
  }
  return [
    hold === "mine"
      ? {
          id: "release",
          label: "Release",
          icon: "release",
          onAction: () => acts.release(escalation),
        }
      : { id: "claim", label: "Claim", icon: "flag", onAction: claim },
    "rule",
    ...dismissEntries(escalation, acts, true),
  ];
}

export function CaseHead({ escalation, acts, onBack }: Props) {
  const { user } = useCurrent();
  const entries = useEntries(escalation, acts);
  const { reviewed, resident, phone, communityLabel } = escalation;
  const claim = claimWords(escalation, user.id);
  return (
    <header className="case-head">
      <Button
        variant="quiet"
        icon="back"
        className="only-phone"
        aria-label="Back to the list"
        onPress={onBack}
      />
      <Person name={resident?.name ?? ""} className="only-desk" />
      <div className="row__grow stack stack--tight">
        <div className="case-head__name">
          <h2 className="panel-title truncate">{nameOf(escalation)}</h2>
          <UnitPlate unit={resident?.unit ?? ""} />
        </div>
        <p className="caption truncate">
          {[communityLabel, resident?.kind].filter(Boolean).join(" · ")}
          {resident?.name ? <span className="only-desk"> · {phoneWords(phone)}</span> : null}
        </p>
      </div>
      {reviewed ? null : (
        <>
          <Marks escalation={escalation} />
          <Age since={askedAt(escalation)} />
          {claim ? (
            <Badge
              tone={escalation.claimedById === user.id ? "accent" : "warning"}
              className="only-desk"
            >
              {claim}
            </Badge>
          ) : (
            <Button
              size="small"
              className="only-desk"
              pending={acts.busy}
              onPress={() => acts.claim(escalation)}
            >
              Claim
            </Button>
          )}
          {entries.length > 0 ? (
            <Menu
              label="More"
              items={entries}
              trigger={<Button variant="quiet" icon="dots" aria-label="More" />}
            />
          ) : null}
        </>
      )}
    </header>
  );
}
