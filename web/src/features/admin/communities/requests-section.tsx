// Requests of managers for new communities.

import { useSession } from "../../../entities/session/session";
import { sectionLabels } from "../section-labels";
import { useAdminUrlState } from "../url-state";
import { CreateCommunity } from "./create-sheet";
import { useCommunityRequests } from "./queries";
import { CommunityRequests } from "./requests";

export default function RequestsSection() {
  const { company } = useSession();
  const { get, go } = useAdminUrlState();
  const query = useCommunityRequests(company.id);
  const requests = query.data?.pages.flatMap((page) => page.requests) ?? [];
  const request = requests.find(({ id }) => id === get("new"));
  return (
    <section className="panel" aria-label={sectionLabels.requests}>
      <CommunityRequests query={query} onCreate={({ id }) => go({ new: id })} />
      {request ? (
        <CreateCommunity
          key={request.id}
          request={request}
          onClose={() => go({ new: "" })}
          onCreated={() => go({ section: "communities", new: "" })}
        />
      ) : null}
    </section>
  );
}
