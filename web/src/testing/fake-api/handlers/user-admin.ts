// Administration of users in the fake API.

import { clone, create } from "@bufbuild/protobuf";
import { Code, type ConnectRouter, type HandlerContext } from "@connectrpc/connect";
import {
  AssignedCommunitiesSchema,
  CommunityOptionSchema,
  EntitlementsSchema,
  type User,
  UserSchema,
  UserState,
} from "../../../gen/parlor/v1/user_pb";
import { type UpdateUserRequest, UserService } from "../../../gen/parlor/v1/user_service_pb";
import type { Db } from "../db";
import { createError, notFound } from "../errors";
import { requireAccount } from "../lookup";

/** Returns the caller or, for administrators, any user of the company. */
export function findUser(db: Db, id: string, context: HandlerContext): User {
  const { user } = requireAccount(db, context);
  if (user.id === id) return user;
  const found = db.accounts.find((account) => account.user.id === id)?.user;
  if (user.parlorRole !== "admin" || found?.companyId !== user.companyId) throw notFound();
  return found;
}

function assignCommunities(db: Db, user: User, ids: readonly string[]) {
  user.assignedCommunities = create(AssignedCommunitiesSchema, {
    ids: [...ids],
    total: ids.length,
  });
  user.textCommunitiesMapping = ids.flatMap((value) => {
    const label = db.communities.find(({ id }) => id === value)?.label;
    return label ? [create(CommunityOptionSchema, { value, label })] : [];
  });
}

/** Applies the fields that only administrators may change. */
export function applyAdminUpdate(db: Db, user: User, request: UpdateUserRequest) {
  user.email = request.email ?? user.email;
  user.role = request.role ?? user.role;
  user.parlorRole = request.parlorRole ?? user.parlorRole;
  user.textPlan = request.textPlan ?? user.textPlan;
  user.isRestrictedView = request.isRestrictedView ?? user.isRestrictedView;
  if (request.updateMask?.paths.includes("text_communities")) {
    assignCommunities(db, user, request.textCommunities);
  }
  const { addCommunities, removeCommunities } = request;
  if (addCommunities.length > 0 || removeCommunities.length > 0) {
    const kept = (user.assignedCommunities?.ids ?? []).filter(
      (id) => !removeCommunities.includes(id),
    );
    assignCommunities(db, user, [...new Set([...kept, ...addCommunities])]);
  }
}

export function registerUserAdminHandlers(router: ConnectRouter, db: Db): void {
  const answer = (user: User) => ({ user: clone(UserSchema, user) });
  const turn = (id: string, state: UserState, context: HandlerContext) => {
    const user = findUser(db, id, context);
    user.state = state;
    return answer(user);
  };
  // Listed one by one, because another handler implements the methods about the caller's own data.
  const methods = UserService.method;
  router.rpc(methods.listUsers, ({ query }, context) => {
    const own = requireAccount(db, context).user;
    const part = query.toLowerCase();
    const users = db.accounts
      .map(({ user }) => user)
      .filter(({ companyId }) => companyId === own.companyId)
      .filter((user) =>
        `${user.firstName} ${user.lastName} ${user.email}`.toLowerCase().includes(part),
      );
    return { users: users.map((user) => clone(UserSchema, user)) };
  });
  router.rpc(methods.getUser, ({ id }, context) => answer(findUser(db, id, context)));
  router.rpc(methods.inviteUser, (request, context) => {
    const own = requireAccount(db, context).user;
    if (db.accounts.some(({ user }) => user.email === request.email)) {
      throw createError(
        Code.AlreadyExists,
        "EMAIL_TAKEN",
        "This email address already has an account.",
      );
    }
    const { email, firstName, lastName, role, parlorRole, textPlan, isRestrictedView } = request;
    const user = create(UserSchema, {
      ...{ email, firstName, lastName, role, parlorRole, textPlan, isRestrictedView },
      id: db.id("user"),
      companyId: own.companyId,
      state: UserState.INVITED,
    });
    assignCommunities(db, user, request.textCommunities);
    db.accounts.push({ user, entitlements: create(EntitlementsSchema) });
    return answer(user);
  });
  router.rpc(methods.resendInvitation, ({ id }, context) => {
    const user = findUser(db, id, context);
    if (user.state !== UserState.INVITED) {
      throw createError(Code.FailedPrecondition, "NOT_INVITED", "This account has a password.");
    }
    return answer(user);
  });
  router.rpc(methods.deactivateUser, ({ id }, context) => turn(id, UserState.DEACTIVATED, context));
  router.rpc(methods.reactivateUser, ({ id }, context) => turn(id, UserState.ACTIVE, context));
}
