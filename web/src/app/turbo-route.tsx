import { Suspense } from "react";
import { AccountsButton } from "../features/homeowner-accounts/accounts-button";
import TurboPage from "../features/turbo/page";
import { lazyWithReload } from "../lib/lazy";

const CommunityRequests = lazyWithReload(
  () => import("../features/community-requests/community-requests"),
);

/** Turbo, with the features that it shows beside the answers. */
export default function TurboRoute() {
  return (
    <TurboPage
      accounts={(community) => <AccountsButton community={community} />}
      communityRequests={
        <Suspense>
          <CommunityRequests />
        </Suspense>
      }
    />
  );
}
