import { Link } from "react-router";
import { toProblem } from "../../api/problem";
import { useSession } from "../../entities/session/session";
import { Entitlement } from "../../gen/parlor/options/v1/screen_pb";
import type { WebChatSite } from "../../gen/parlor/v1/web_chat_site_pb";
import { BackButton, BackToList, CommunityAvatar, ErrorState, Icon, Skeleton } from "../../ui";
import { DetailTitle } from "../../ui/two-pane";
import { labels, siteLabels } from "./labels";
import { useSite } from "./queries";
import { SigningPanel } from "./signing-panel";
import { SiteBadge } from "./site-badge";
import { SiteFacts } from "./site-facts";
import { SiteForm } from "./site-form";
import { SnippetPanel } from "./snippet-panel";
import { tabState, toSearch } from "./url-state";

type Props = {
  /** Empty if the list has none to show. */
  communityId: string;
  /** The list is still loading, and may yet choose a community. */
  loading: boolean;
  onBack: () => void;
};

/** The web chat of a community. Administrators edit its settings; other users read them. */
export function SiteDetail({ communityId, loading, onBack }: Props) {
  const { entitlements } = useSession();
  const query = useSite(communityId);
  const site = query.data?.site;
  if (!site) {
    return (
      <article className="desk__detail" aria-label={labels.settings} aria-busy={query.isFetching}>
        {query.error ? (
          <>
            <ErrorState
              title={siteLabels.settingsFailed}
              problem={toProblem(query.error)}
              onRetry={() => void query.refetch()}
              pending={query.isFetching}
            />
            <BackToList onBack={onBack} />
          </>
        ) : loading || communityId ? (
          <DetailSkeleton />
        ) : null}
      </article>
    );
  }
  const isAdministrator = entitlements.granted.includes(Entitlement.ADMINISTRATOR);
  return (
    <article className="desk__detail" aria-label={siteLabels.settingsOf(site.communityLabel)}>
      <SiteHeader site={site} onBack={onBack} />
      <div className="stack stack--loose site">
        {isAdministrator ? (
          <SiteForm site={site} refetch={query.refetch} isFetching={query.isFetching} />
        ) : (
          <SiteFacts site={site} />
        )}
        <SnippetPanel site={site} isAdministrator={isAdministrator} />
        <SigningPanel site={site} isAdministrator={isAdministrator} />
      </div>
    </article>
  );
}

function SiteHeader({ site, onBack }: { site: WebChatSite; onBack: () => void }) {
  const { communityId, communityLabel, key, isEnabled } = site;
  return (
    <header className="case-head">
      <BackButton onBack={onBack} />
      <span className="only-desk">
        <CommunityAvatar name={communityLabel} />
      </span>
      <div className="row__grow row">
        <DetailTitle>{communityLabel}</DetailTitle>
        <SiteBadge site={site} />
      </div>
      <Link
        className="button button--quiet only-desk"
        to={toSearch({ ...tabState("chats"), community: communityId })}
      >
        {siteLabels.showChats}
      </Link>
      {isEnabled && key ? (
        <a
          className="button"
          href={`/chat/${encodeURIComponent(key)}`}
          target="_blank"
          rel="noreferrer"
          title={siteLabels.tryItHint}
        >
          <Icon name="forward" size="small" />
          {siteLabels.tryIt}
        </a>
      ) : null}
    </header>
  );
}

function DetailSkeleton() {
  return (
    <>
      <div className="case-head">
        <p className="visually-hidden" role="status">
          {siteLabels.loadingSettings}
        </p>
        <Skeleton wide="32px" high="32px" round />
        <Skeleton wide="180px" high="16px" />
      </div>
      <div className="stack stack--loose site" aria-hidden="true">
        <div className="stack stack--loose site__pair">
          <div className="panel panel__body stack stack--loose">
            <Skeleton wide="32%" high="20px" />
            <Skeleton high="36px" />
            <Skeleton high="64px" />
            <Skeleton high="36px" />
          </div>
          <div className="panel panel__body">
            <Skeleton high="320px" />
          </div>
        </div>
      </div>
    </>
  );
}
