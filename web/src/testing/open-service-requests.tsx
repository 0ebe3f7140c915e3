// Opens a screen of service requests in a test, as a user with access.

import { Entitlement } from "../gen/parlor/options/v1/screen_pb";
import { visit } from "./visit";

type VisitOptions = Parameters<typeof visit>[1];

export function openServiceRequests(path: string, options: VisitOptions = {}) {
  const app = visit(path, {
    ...options,
    prepare: (fakeApi) => {
      for (const { user, entitlements } of fakeApi.db.accounts) {
        if (user.id === (options.as ?? "dana"))
          entitlements.granted.push(Entitlement.NAMED_ACCOUNT);
      }
      options.prepare?.(fakeApi);
    },
  });
  const stored = (id: string) => app.db.serviceRequests.find((request) => request.id === id);
  return { ...app, stored };
}
