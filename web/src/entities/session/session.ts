// The session of the signed-in user. The app provides it to every page behind the login.

import { createConnectQueryKey } from "@connectrpc/connect-query";
import { useQueryClient } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import type { Screen } from "../../gen/parlor/options/v1/screen_pb";
import type { Company } from "../../gen/parlor/v1/company_pb";
import {
  type GetCurrentUserResponse,
  SessionService,
} from "../../gen/parlor/v1/session_service_pb";
import type { Entitlements, User } from "../../gen/parlor/v1/user_pb";
import type { UserState } from "./dashboard-state";

export type Session = {
  user: User;
  company: Company;
  entitlements: Entitlements;
  /** Flat state of the user and the company. */
  state: UserState;
  /** "Administrator" or "Manager". */
  roleLabel: string;
  may: (screen: Screen) => boolean;
};

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error("No user is signed in");
  return session;
}

/** Returns whether the user works for another company. */
export function isImpersonating({ user, company }: Session): boolean {
  return company.id !== "" && company.id !== user.companyId;
}

export function fullName(user: User): string {
  return `${user.firstName} ${user.lastName}`.trim() || user.email;
}

/** Returns a function that updates the user in the session after a change. */
export function useUpdateSessionUser(): (user: User | undefined) => void {
  const client = useQueryClient();
  return (user) => {
    if (!user) return;
    client.setQueriesData<GetCurrentUserResponse>(
      {
        queryKey: createConnectQueryKey({
          schema: SessionService.method.getCurrentUser,
          cardinality: "finite",
        }),
      },
      (old) => old && { ...old, user },
    );
  };
}
