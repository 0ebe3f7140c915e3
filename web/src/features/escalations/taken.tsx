import type { Escalation } from "../../gen/parlor/v1/escalation_pb";
import { useCurrent } from "../../rpc/current";
import { Button, Icon } from "../../ui";
import type { Acts } from "./use-acts";

/** A colleague has it: theirs to answer, until an administrator takes it over. */
export function Taken({ escalation, acts }: { escalation: Escalation; acts: Acts }) {
  const { user } = useCurrent();
  const who = escalation.claimedBy || "A colleague";
  const mayTake = user.parlorRole === "admin";
  return (
    <section className="case-answer" aria-label="Answer">
      <p className="notice notice--warning">
        <Icon name="persona" />
        <span className="row__grow">
          <span className="strong">{who} is at it.</span>{" "}
          {mayTake ? "Take it over to answer it yourself." : "Ask them to release it."}
        </span>
        {mayTake ? (
          <Button size="small" pending={acts.busy} onPress={() => acts.claim(escalation)}>
            Take over
          </Button>
        ) : null}
      </p>
    </section>
  );
}
