// Impersonation: platform administrators work for another company as its administrator. The
// server records it in the audit trails of both companies.

import { useMutation } from "@connectrpc/connect-query";
import { useQueryClient } from "@tanstack/react-query";
import { Entitlement } from "../../gen/parlor/options/v1/screen_pb";
import { CompanyService } from "../../gen/parlor/v1/company_service_pb";
import type { Entitlements } from "../../gen/parlor/v1/user_pb";
import { useSession } from "./session";

/** Returns whether the user is an administrator of the main company. */
export function useIsPlatformAdmin(): boolean {
  return isPlatformAdmin(useSession().entitlements);
}

export function isPlatformAdmin({ granted }: Entitlements): boolean {
  return granted.includes(Entitlement.MAIN_COMPANY) && granted.includes(Entitlement.ADMINISTRATOR);
}

/** Switches to a company. Switching to the user's own company ends the impersonation. */
export function useStartImpersonation() {
  const client = useQueryClient();
  return useMutation(CompanyService.method.startImpersonation, {
    // Data of the previous company must not be shown.
    onSuccess: () => client.resetQueries(),
  });
}
