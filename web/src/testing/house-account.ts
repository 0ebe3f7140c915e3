// Passwords, sessions, one's own data and partners' access of the house in memory.

import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { Code, type ConnectRouter } from "@connectrpc/connect";
import { AccountService, type Session, SessionSchema } from "../gen/parlor/v1/account_service_pb";
import { type Grant, GrantSchema, OAuthService } from "../gen/parlor/v1/oauth_service_pb";
import { CommunityOptionSchema } from "../gen/parlor/v1/user_pb";
import { type UpdateUserRequest, UserService } from "../gen/parlor/v1/user_service_pb";
import { caller, fieldRefusal, notFound, type Rooms, refusal } from "./house";
import { administer, staffOf } from "./house-staff";
import { password } from "./people";

/** The token of a mail that works; each other one has expired. */
export const freshLink = "fresh-link";
export const freshInvitation = "fresh-invitation";

const hour = 3_600_000;

export function createSessions(now: number): Session[] {
  const times = [0, 5 * hour, 400 * hour];
  const agents = [
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
    "",
  ];
  return agents.map((userAgent, index) => {
    const at = timestampFromMs(now - (times[index] ?? 0));
    return create(SessionSchema, {
      id: `session-${index}`,
      userAgent,
      address: "203.0.113.7",
      openedAt: at,
      usedAt: at,
      current: index === 0,
    });
  });
}

export function createGrants(now: number): Grant[] {
  return [
    create(GrantSchema, {
      id: "grant-ledger",
      clientName: "Ledger Sync",
      scopes: ["see your communities", "see conversations"],
      grantedAt: timestampFromMs(now - 100 * hour),
    }),
  ];
}

const expired = () =>
  refusal(Code.FailedPrecondition, "LINK_EXPIRED", "This link works no longer.");

function checkNew(field: string, given: string) {
  if (given.length < 12) throw fieldRefusal(field, "A password has at least 12 characters.");
}

function account(router: ConnectRouter, rooms: Rooms): void {
  router.service(AccountService, {
    requestPasswordReset: () => {
      const broken = rooms.broken.get("RequestPasswordReset");
      if (broken) throw broken;
      return {};
    },
    checkPasswordLink({ token }) {
      if (token !== freshLink && token !== freshInvitation) throw expired();
      return { invitation: token === freshInvitation, firstName: "Dana" };
    },
    resetPassword({ token, password: given }) {
      if (token !== freshLink && token !== freshInvitation) throw expired();
      checkNew("password", given);
      return {};
    },
    changePassword({ currentPassword, newPassword }, context) {
      caller(rooms, context);
      if (currentPassword !== password) {
        throw fieldRefusal("current_password", "That is not your password.");
      }
      checkNew("new_password", newPassword);
      rooms.sessions = rooms.sessions.filter((session) => session.current);
      return {};
    },
    listSessions(_, context) {
      caller(rooms, context);
      return { sessions: rooms.sessions };
    },
    revokeSession({ id }, context) {
      caller(rooms, context);
      rooms.sessions = rooms.sessions.filter((session) => session.id !== id);
      return {};
    },
    revokeOtherSessions(_, context) {
      caller(rooms, context);
      const before = rooms.sessions.length;
      rooms.sessions = rooms.sessions.filter((session) => session.current);
      return { revoked: before - rooms.sessions.length };
    },
  });
}

function partners(router: ConnectRouter, rooms: Rooms): void {
  const asked = (request: { clientId: string; redirectUri: string }) => {
    if (request.clientId !== "ledger") {
      throw refusal(Code.FailedPrecondition, "INVALID_CLIENT", "There is no such application.");
    }
    return new URL(request.redirectUri);
  };
  router.service(OAuthService, {
    getAuthorization(request, context) {
      caller(rooms, context);
      const { host } = asked(request);
      return {
        clientName: "Ledger Sync",
        scopes: ["see your communities", "see conversations"],
        redirectHost: host,
      };
    },
    decideAuthorization(request, context) {
      caller(rooms, context);
      const to = asked(request);
      if (request.allow) to.searchParams.set("code", "one-time");
      else to.searchParams.set("error", "access_denied");
      if (request.state) to.searchParams.set("state", request.state);
      return { redirectTo: to.href };
    },
    listGrants(_, context) {
      caller(rooms, context);
      return { grants: rooms.grants };
    },
    revokeGrant({ id }, context) {
      caller(rooms, context);
      rooms.grants = rooms.grants.filter((grant) => grant.id !== id);
      return {};
    },
  });
}

function change(user: Rooms["accounts"][number]["user"], request: UpdateUserRequest) {
  if (request.phone && !/^\+\d{8,15}$/.test(request.phone)) {
    throw fieldRefusal("phone", "Give a phone number with its country, such as +1 202 555 0123.");
  }
  user.firstName = request.firstName ?? user.firstName;
  user.lastName = request.lastName ?? user.lastName;
  user.phone = request.phone ?? user.phone;
  if (request.preferredVendors.length > 0) user.preferredVendors = request.preferredVendors;
  if (request.clearPreferredVendors) user.preferredVendors = [];
}

function people(router: ConnectRouter, rooms: Rooms): void {
  const own = (id: string, context: Parameters<typeof caller>[1]) => {
    const { user } = caller(rooms, context);
    if (user.id !== id) throw notFound();
    return user;
  };
  // One by one: administration answers the other calls of the service.
  const { updateUser, selectCommunities, setHeaderImage, deleteHeaderImage } = UserService.method;
  router.rpc(updateUser, (request, context) => {
    const user = staffOf(rooms, request.id, context);
    change(user, request);
    if (caller(rooms, context).user.parlorRole === "admin") administer(rooms, user, request);
    return { user };
  });
  router.rpc(selectCommunities, ({ textCommunities }, context) => {
    const { user } = caller(rooms, context);
    const all = rooms.communities.map(({ id, label }) => ({ value: id, label }));
    const wanted = textCommunities.length > 0 ? textCommunities : all.map(({ value }) => value);
    const chosen = wanted.flatMap((id) => all.filter(({ value }) => value === id));
    user.textCommunitiesMapping = chosen.map((one) => create(CommunityOptionSchema, one));
    return { user };
  });
  router.rpc(setHeaderImage, ({ id, data }, context) => {
    const user = own(id, context);
    user.headerImageUrl = data;
    return { user };
  });
  router.rpc(deleteHeaderImage, ({ id }, context) => {
    own(id, context).headerImageUrl = "";
    return {};
  });
}

export function chambers(router: ConnectRouter, rooms: Rooms): void {
  account(router, rooms);
  partners(router, rooms);
  people(router, rooms);
}
