import { Suspense, useState } from "react";
import type { TextCommunity } from "../../../gen/parlor/v1/community_pb";
import { part } from "../../../lib/load";
import { Button } from "../../../ui";

const PersonaSheet = part(() => import("./persona-sheet"));

/** The beginning of what the bot is told of how to sound. */
function voice(prompt: string): string {
  const [first = ""] = prompt.trim().split("\n");
  return first.length > 96 ? `${first.slice(0, 95).trimEnd()}…` : first;
}

function settings({ persona, customVerbiage }: TextCommunity): string {
  const words = customVerbiage.length;
  const parts = [
    `Temperature ${persona?.temperature ?? 0.3}`,
    persona?.useEmojis ? "emojis" : "no emojis",
  ];
  if (words > 0) parts.push(words === 1 ? "1 word of its own" : `${words} words of its own`);
  if (persona?.botWaiver) parts.push("a notice first");
  return parts.join(" · ");
}

/** How a community's bot speaks. */
export default function PersonaCard({ community }: { community: TextCommunity }) {
  const [open, setOpen] = useState(false);
  const said = voice(community.persona?.prompt ?? "");
  return (
    <section className="panel panel__body stack" aria-label="Persona">
      <div className="row row--between">
        <h2 className="group-title">Persona</h2>
        <Button
          variant="link"
          size="small"
          aria-label="Edit the persona"
          onPress={() => setOpen(true)}
        >
          Edit
        </Button>
      </div>
      {said ? (
        <p className="persona-voice">“{said}”</p>
      ) : (
        <p className="small secondary">The bot says answers as your team wrote them.</p>
      )}
      <p className="caption">{settings(community)}</p>
      {open ? (
        <Suspense fallback={null}>
          <PersonaSheet community={community} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </section>
  );
}
