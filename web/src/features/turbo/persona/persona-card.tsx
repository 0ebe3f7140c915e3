import { Suspense, useState } from "react";
import type { TextCommunity } from "../../../gen/parlor/v1/community_pb";
import { lazyWithReload } from "../../../lib/lazy";
import { Button } from "../../../ui";

const PersonaSheet = lazyWithReload(() => import("./persona-sheet"));

/** The beginning of what the bot is told of how to sound. */
function promptExcerpt(prompt: string): string {
  const [first = ""] = prompt.trim().split("\n");
  return first.length > 96 ? `${first.slice(0, 95).trimEnd()}…` : first;
}

function personaSummary({ persona, customVerbiage }: TextCommunity): string {
  const words = customVerbiage.length;
  const parts = [
    `Temperature ${persona?.temperature ?? 0.3}`,
    persona?.useEmojis ? "emojis" : "no emojis",
  ];
  if (words > 0) parts.push(words === 1 ? "1 word of its own" : `${words} word replacements`);
  if (persona?.botWaiver) parts.push("a notice first");
  return parts.join(" · ");
}

/** How a community's bot speaks. */
export default function PersonaCard({ community }: { community: TextCommunity }) {
  const [open, setOpen] = useState(false);
  const said = promptExcerpt(community.persona?.prompt ?? "");
  return (
    <section className="panel panel__body stack" aria-label="Persona">
      <div className="row row--between">
        <h2 className="group-title">Persona</h2>
        <Button variant="link" size="small" aria-label="Edit persona" onPress={() => setOpen(true)}>
          Edit
        </Button>
      </div>
      {said ? (
        <p className="persona-voice">“{said}”</p>
      ) : (
        <p className="small secondary">Answers are sent exactly as written.</p>
      )}
      <p className="caption">{personaSummary(community)}</p>
      {open ? (
        <Suspense fallback={null}>
          <PersonaSheet community={community} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </section>
  );
}
