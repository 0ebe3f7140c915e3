import { Suspense, useRef, useState } from "react";
import { useDebounced } from "../../lib/debounced";
import { part } from "../../lib/load";
import { useMedia } from "../../lib/media";
import { useKeys } from "../../lib/use-keys";
import { moreOf } from "../../rpc/listing";
import { toProblem } from "../../rpc/problem";
import { Key, ProblemFace } from "../../ui";
import { DeskList, DeskSkeleton } from "../../ui/desk";
import "./conversations.css";
import { Detail } from "./detail";
import { Filters } from "./filters";
import { useAsked, useConversations, useCounts } from "./queries";
import { Row } from "./row";
import { States } from "./states";
import { useActs } from "./use-acts";
import { usePlace } from "./use-place";

/** Seldom shown: it comes when it is. */
const Nothing = part(() => import("./nothing"));

const usualHeight = 117;
const rest = 250;

/** Everything that was texted with residents: a list, and the conversation at hand. */
export default function ConversationsPage() {
  const [place, go] = usePlace();
  const narrow = useMedia("(max-width: 760px)");
  const words = useDebounced(place.words, rest);
  const query = useConversations(place, words);
  const counts = useCounts(place.community).data;
  const asked = useAsked(place.community);
  const search = useRef<HTMLInputElement>(null);
  // What is typed stands in its field at once; the address follows.
  const [typed, setTyped] = useState(place.words);

  const shown = query.data?.pages.flatMap((page) => page.conversations) ?? [];
  // A wide desk always has something on it; a phone shows the list first.
  const selected = place.id || (narrow ? "" : (shown[0]?.id ?? ""));
  const at = shown.findIndex(({ id }) => id === selected);
  const walk = (step: number) => {
    const next = shown[at < 0 ? 0 : at + step];
    if (next) go({ id: next.id }, true);
  };
  const acts = useActs((id) => {
    // What was put away may have left the list: the next one is at hand.
    if (!place.state) return;
    const from = shown.findIndex((one) => one.id === id);
    const next = shown[from + 1] ?? shown[from - 1];
    go({ id: narrow ? "" : (next?.id ?? "") }, true);
  });
  useKeys({ j: () => walk(1), k: () => walk(-1), "/": () => search.current?.focus() });

  return (
    <>
      <div className="screen-head">
        <h1 className="screen-title">Conversations</h1>
        <States
          counts={counts}
          narrow={narrow}
          value={place.state}
          onChange={(state) => go({ state, id: "" })}
        />
      </div>
      <div className="desk" data-view={place.id ? "detail" : "list"}>
        <section className="desk__list" aria-label="Conversations" aria-busy={query.isPending}>
          <Filters
            typed={typed}
            onType={(text) => {
              setTyped(text);
              go({ words: text.trim(), id: "" }, true);
            }}
            place={place}
            mine={counts?.mine ?? 0}
            searchRef={search}
            onChange={(change) => go({ ...change, id: "" })}
          />
          {query.data ? (
            shown.length > 0 ? (
              <>
                <DeskList
                  rows={shown}
                  selected={selected}
                  usual={usualHeight}
                  more={moreOf(query)}
                  draw={(one) => (
                    <Row
                      conversation={one}
                      asked={asked.get(one.id)}
                      current={one.id === selected}
                      place={place}
                    />
                  )}
                />
                <Hint />
              </>
            ) : (
              <Suspense>
                <Nothing
                  place={place}
                  go={(change) => {
                    go(change);
                    setTyped("");
                  }}
                />
              </Suspense>
            )
          ) : query.error ? (
            <ProblemFace
              title="The list did not load"
              problem={toProblem(query.error)}
              onRetry={() => void query.refetch()}
            />
          ) : (
            <DeskSkeleton label="Loading conversations" />
          )}
        </section>
        <Detail
          id={selected}
          listed={shown[at]}
          loading={query.isPending}
          chosen={place.id !== ""}
          words={words}
          acts={acts}
          onBack={() => go({ id: "" })}
        />
      </div>
    </>
  );
}

function Hint() {
  return (
    <p className="desk__hint only-desk">
      <Key>J</Key>
      <Key>K</Key> next, previous
      <span className="row__grow" />
      <Key>R</Key> reply
      <Key>E</Key> resolve
      <Key>?</Key> all
    </p>
  );
}
