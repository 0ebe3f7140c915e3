import { Suspense, useState } from "react";
import type { TextCommunity } from "../../../gen/parlor/v1/community_pb";
import { lazyWithReload } from "../../../lib/lazy";
import { Button } from "../../../ui";
import { labels as turboLabels } from "../labels";
import { StripItem } from "../overview-strip";
import { labels } from "./labels";

const PersonaSheet = lazyWithReload(() => import("./persona-sheet"));

/** The first line of the instructions, shortened to 96 characters. */
function promptExcerpt(prompt: string): string {
  const [first = ""] = prompt.trim().split("\n");
  return first.length > 96 ? `${first.slice(0, 95).trimEnd()}…` : first;
}

function personaSummary({ persona, customVerbiage }: TextCommunity): string {
  const words = customVerbiage.length;
  const parts = [
    labels.creativity(persona?.temperature ?? 0.3),
    persona?.useEmojis ? labels.emojis : labels.noEmojis,
  ];
  if (words > 0) parts.push(labels.replacementCount(words));
  if (persona?.botWaiver) parts.push(labels.firstContactNotice);
  return parts.join(" · ");
}

/** Summary of a community's persona. */
export default function PersonaItem({ community }: { community: TextCommunity }) {
  const [open, setOpen] = useState(false);
  const excerpt = promptExcerpt(community.persona?.prompt ?? "");
  return (
    <StripItem
      title={turboLabels.persona}
      action={
        <Button
          variant="link"
          size="small"
          aria-label={labels.editPersona}
          onPress={() => setOpen(true)}
        >
          {labels.edit}
        </Button>
      }
    >
      <p className="strip__line truncate">{excerpt ? labels.prompt(excerpt) : labels.noPrompt}</p>
      <p className="caption truncate">{personaSummary(community)}</p>
      {open ? (
        <Suspense fallback={null}>
          <PersonaSheet community={community} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </StripItem>
  );
}
