// The company that one works in. Administrators of the company that runs the platform may act
// in any, as its administrator; the server writes it in the audit trail of both.

import { useMutation } from "@connectrpc/connect-query";
import { useQueryClient } from "@tanstack/react-query";
import { Entitlement } from "../../gen/parlor/options/v1/screen_pb";
import { CompanyService } from "../../gen/parlor/v1/company_service_pb";
import { useSession } from "./session";

/** Administers the platform: the main company's administrators do. */
export function useIsPlatformAdmin(): boolean {
  const { granted } = useSession().entitlements;
  return granted.includes(Entitlement.MAIN_COMPANY) && granted.includes(Entitlement.ADMINISTRATOR);
}

/** Acts in a company from now on; one's own company ends it. */
export function useStartImpersonation() {
  const client = useQueryClient();
  return useMutation(CompanyService.method.startImpersonation, {
    // Nothing of the company before is shown in the next.
    onSuccess: () => client.resetQueries(),
  });
}
