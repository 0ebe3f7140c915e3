import { useRef } from "react";
import { Link } from "react-router";
import { toProblem } from "../../api/problem";
import { NoCommunity } from "../../entities/community/no-community";
import { useShortcuts } from "../../entities/shortcut/use-shortcuts";
import type { WebChatSite } from "../../gen/parlor/v1/web_chat_site_pb";
import { useMedia } from "../../lib/use-media";
import type { SetUrlState } from "../../lib/use-url-state";
import { Button, CommunityAvatar, EmptyState, ErrorState, SearchField } from "../../ui";
import { TwoPaneList, TwoPaneSkeleton } from "../../ui/two-pane";
import { siteLabels } from "./labels";
import { useSites } from "./queries";
import { SiteBadge } from "./site-badge";
import { SiteDetail } from "./site-detail";
import { toSearch, type WebChatUrlState } from "./url-state";

type Props = { urlState: WebChatUrlState; setUrlState: SetUrlState<WebChatUrlState> };

const estimatedRowHeight = 53;

/** Returns the settings of communities whose names contain the words. */
function findSites(sites: readonly WebChatSite[], words: string) {
  const wanted = words.trim().toLowerCase();
  return sites
    .filter(({ communityLabel }) => communityLabel.toLowerCase().includes(wanted))
    .map((site) => ({ id: site.communityId, site }));
}

/** The communities with the states of their chats, and the settings of the chosen one. */
export default function SettingsTab({ urlState, setUrlState }: Props) {
  const { community, find } = urlState;
  const narrow = useMedia("(max-width: 760px)");
  const query = useSites();
  const search = useRef<HTMLInputElement>(null);
  const rows = findSites(query.data ?? [], find);
  // A wide window always shows a community; a narrow one shows the list first.
  const selected = community || (narrow ? "" : (rows[0]?.id ?? ""));
  const at = rows.findIndex(({ id }) => id === selected);
  const walk = (step: number) => {
    const next = rows[at < 0 ? 0 : at + step];
    if (next) setUrlState({ community: next.id }, true);
  };
  useShortcuts("webChatSites", {
    j: () => walk(1),
    k: () => walk(-1),
    "/": () => search.current?.focus(),
  });
  if (query.data?.length === 0) return <NoCommunity />;
  return (
    <div className="desk" data-view={community ? "detail" : "list"}>
      <section className="desk__list" aria-label={siteLabels.list} aria-busy={query.isPending}>
        <div className="desk__filters">
          <SearchField
            inputRef={search}
            label={siteLabels.search}
            hideLabel
            maxLength={200}
            value={find}
            onChange={(text) => setUrlState({ find: text }, true)}
          />
        </div>
        {query.data ? (
          rows.length > 0 ? (
            <TwoPaneList
              rows={rows}
              selected={selected}
              usual={estimatedRowHeight}
              more={undefined}
              draw={({ id, site }) => (
                <SiteRow site={site} current={id === selected} urlState={urlState} />
              )}
            />
          ) : (
            <EmptyState
              title={siteLabels.noMatches}
              text={siteLabels.noMatchesText(find.trim())}
              action={
                <Button onPress={() => setUrlState({ find: "" })}>{siteLabels.clearSearch}</Button>
              }
            />
          )
        ) : query.error ? (
          <ErrorState
            title={siteLabels.loadFailed}
            problem={toProblem(query.error)}
            onRetry={() => void query.refetch()}
            pending={query.isFetching}
          />
        ) : (
          <TwoPaneSkeleton label={siteLabels.loading} />
        )}
      </section>
      <SiteDetail
        key={selected}
        communityId={selected}
        loading={query.isPending}
        onBack={() => setUrlState({ community: "" })}
      />
    </div>
  );
}

type RowProps = { site: WebChatSite; current: boolean; urlState: WebChatUrlState };

function SiteRow({ site, current, urlState }: RowProps) {
  return (
    <Link
      className="inquiry inquiry--calm site-row"
      to={toSearch({ ...urlState, community: site.communityId })}
      aria-current={current ? "true" : undefined}
    >
      <span className="inquiry__who">
        <CommunityAvatar name={site.communityLabel} size="small" />
        <span className="truncate" title={site.communityLabel}>
          {site.communityLabel}
        </span>
      </span>
      <SiteBadge site={site} />
    </Link>
  );
}
