// Passwords, sessions, the user's own data and partner access in the fake API.

import { create } from "@bufbuild/protobuf";
import { Code, type ConnectRouter } from "@connectrpc/connect";
import { AccountService } from "../../../gen/parlor/v1/account_service_pb";
import { OAuthService } from "../../../gen/parlor/v1/oauth_service_pb";
import { CommunityOptionSchema } from "../../../gen/parlor/v1/user_pb";
import { type UpdateUserRequest, UserService } from "../../../gen/parlor/v1/user_service_pb";
import { estimate } from "../../../lib/password-estimate";
import { refusalWords, rules } from "../../../lib/password-rules";
import type { Db } from "../db";
import { createError, fieldError, notFound } from "../errors";
import { requireAccount } from "../lookup";
import { company, password } from "../seed/people";
import { applyAdminUpdate, findUser } from "./user-admin";

/** The token of a valid password link. All other tokens have expired. */
export const freshLink = "fresh-link";
export const freshInvitation = "fresh-invitation";

/** The user that the links belong to. */
const linkOwner = {
  email: "dana@wickhamrowe.example",
  firstName: "Dana",
  lastName: "Okafor",
  company: company.name,
};

const linkExpired = () =>
  createError(Code.FailedPrecondition, "LINK_EXPIRED", "This link has expired.");

function requireStrongPassword(field: string, given: string) {
  if (given.length < rules.minLength) throw fieldError(field, rules.tooShort);
  const { reason } = estimate(given, linkOwner);
  if (reason) throw fieldError(field, refusalWords(reason));
}

function registerPasswordHandlers(router: ConnectRouter, db: Db): void {
  router.service(AccountService, {
    requestPasswordReset: () => {
      const broken = db.failingMethods.get("RequestPasswordReset");
      if (broken) throw broken;
      return {};
    },
    verifyPasswordResetToken({ token }) {
      if (token !== freshLink && token !== freshInvitation) throw linkExpired();
      return {
        invitation: token === freshInvitation,
        firstName: linkOwner.firstName,
        lastName: linkOwner.lastName,
        email: linkOwner.email,
        companyName: linkOwner.company,
      };
    },
    resetPassword({ token, password: given }) {
      if (token !== freshLink && token !== freshInvitation) throw linkExpired();
      requireStrongPassword("password", given);
      return {};
    },
    changePassword({ currentPassword, newPassword }) {
      if (currentPassword !== password) {
        throw fieldError("current_password", "That is not your password.");
      }
      requireStrongPassword("new_password", newPassword);
      db.sessions = db.sessions.filter((session) => session.current);
      return {};
    },
    listSessions() {
      return { sessions: db.sessions };
    },
    revokeSession({ id }) {
      db.sessions = db.sessions.filter((session) => session.id !== id);
      return {};
    },
    revokeOtherSessions() {
      const before = db.sessions.length;
      db.sessions = db.sessions.filter((session) => session.current);
      return { revoked: before - db.sessions.length };
    },
  });
}

function registerPartnerHandlers(router: ConnectRouter, db: Db): void {
  const requireRedirect = (request: { clientId: string; redirectUri: string }) => {
    if (request.clientId !== "ledger") {
      throw createError(Code.FailedPrecondition, "INVALID_CLIENT", "There is no such application.");
    }
    return new URL(request.redirectUri);
  };
  router.service(OAuthService, {
    getAuthorization(request) {
      const { host } = requireRedirect(request);
      return {
        clientName: "Ledger Sync",
        scopes: ["see your communities", "see conversations"],
        redirectHost: host,
      };
    },
    decideAuthorization(request) {
      const to = requireRedirect(request);
      if (request.allow) to.searchParams.set("code", "one-time");
      else to.searchParams.set("error", "access_denied");
      if (request.state) to.searchParams.set("state", request.state);
      return { redirectTo: to.href };
    },
    listGrants() {
      return { grants: db.grants };
    },
    revokeGrant({ id }) {
      db.grants = db.grants.filter((grant) => grant.id !== id);
      return {};
    },
  });
}

function applyUpdate(user: Db["accounts"][number]["user"], request: UpdateUserRequest) {
  if (request.phone && !/^\+\d{8,15}$/.test(request.phone)) {
    throw fieldError(
      "phone",
      "Enter a full phone number, such as (202) 555-0101 or +442079460958.",
    );
  }
  user.firstName = request.firstName ?? user.firstName;
  user.lastName = request.lastName ?? user.lastName;
  user.phone = request.phone ?? user.phone;
  if (request.updateMask?.paths.includes("preferred_vendors")) {
    user.preferredVendors = request.preferredVendors;
  }
  if (request.updateMask?.paths.includes("vendor_contacts")) {
    user.vendorContacts = request.vendorContacts;
  }
  user.vendorContacts = user.vendorContacts.filter(({ name }) =>
    user.preferredVendors.includes(name),
  );
}

function registerProfileHandlers(router: ConnectRouter, db: Db): void {
  const own = (id: string, context: Parameters<typeof requireAccount>[1]) => {
    const { user } = requireAccount(db, context);
    if (user.id !== id) throw notFound();
    return user;
  };
  // Listed one by one, because another handler implements the service's other methods.
  const { updateUser, setCommunityOrder, setHeaderImage, deleteHeaderImage } = UserService.method;
  router.rpc(updateUser, (request, context) => {
    const user = findUser(db, request.id, context);
    applyUpdate(user, request);
    if (requireAccount(db, context).user.parlorRole === "admin")
      applyAdminUpdate(db, user, request);
    return { user };
  });
  router.rpc(setCommunityOrder, ({ textCommunities }, context) => {
    const { user } = requireAccount(db, context);
    const all = db.communities.map(({ id, label }) => ({ value: id, label }));
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

export function registerAccountHandlers(router: ConnectRouter, db: Db): void {
  registerPasswordHandlers(router, db);
  registerPartnerHandlers(router, db);
  registerProfileHandlers(router, db);
}
