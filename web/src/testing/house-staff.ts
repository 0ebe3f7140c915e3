// The staff as an administrator keeps it, in the house in memory.

import { clone, create } from "@bufbuild/protobuf";
import { Code, type ConnectRouter, type HandlerContext } from "@connectrpc/connect";
import {
  CommunityOptionSchema,
  StandingSchema,
  type User,
  UserSchema,
  UserState,
} from "../gen/parlor/v1/user_pb";
import { type UpdateUserRequest, UserService } from "../gen/parlor/v1/user_service_pb";
import { caller, notFound, type Rooms, refusal } from "./house";
import { administrator } from "./house-office";

/** Oneself, or for an administrator anybody of the company. */
export function staffOf(rooms: Rooms, id: string, context: HandlerContext): User {
  const { user } = caller(rooms, context);
  if (user.id === id) return user;
  const found = rooms.accounts.find((account) => account.user.id === id)?.user;
  if (user.parlorRole !== "admin" || found?.companyId !== user.companyId) throw notFound();
  return found;
}

function assign(rooms: Rooms, user: User, ids: readonly string[]) {
  user.textCommunitiesMapping = ids.flatMap((value) => {
    const label = rooms.communities.find(({ id }) => id === value)?.label;
    return label ? [create(CommunityOptionSchema, { value, label })] : [];
  });
}

/** What is taken from administrators alone. */
export function administer(rooms: Rooms, user: User, request: UpdateUserRequest) {
  user.email = request.email ?? user.email;
  user.role = request.role ?? user.role;
  user.parlorRole = request.parlorRole ?? user.parlorRole;
  user.textPlan = request.textPlan ?? user.textPlan;
  user.isRestrictedView = request.isRestrictedView ?? user.isRestrictedView;
  const { textCommunities } = request;
  if (textCommunities.length > 0 || request.clearTextCommunities) {
    assign(rooms, user, textCommunities);
  }
}

export function staff(router: ConnectRouter, rooms: Rooms): void {
  const answer = (user: User) => ({ user: clone(UserSchema, user) });
  const turn = (id: string, state: UserState, context: HandlerContext) => {
    administrator(rooms, context);
    const user = staffOf(rooms, id, context);
    user.state = state;
    return answer(user);
  };
  // One by one: what is everybody's own is answered elsewhere.
  const methods = UserService.method;
  router.rpc(methods.listUsers, ({ searchQuery }, context) => {
    const own = administrator(rooms, context).user;
    const part = searchQuery.toLowerCase();
    const users = rooms.accounts
      .map(({ user }) => user)
      .filter(({ companyId }) => companyId === own.companyId)
      .filter((user) =>
        `${user.firstName} ${user.lastName} ${user.email}`.toLowerCase().includes(part),
      );
    return { users: users.map((user) => clone(UserSchema, user)) };
  });
  router.rpc(methods.getUser, ({ id }, context) => answer(staffOf(rooms, id, context)));
  router.rpc(methods.inviteUser, (request, context) => {
    const own = administrator(rooms, context).user;
    if (rooms.accounts.some(({ user }) => user.email === request.email)) {
      throw refusal(Code.AlreadyExists, "EMAIL_TAKEN", "This address has an account already.");
    }
    const { email, firstName, lastName, role, parlorRole, textPlan, isRestrictedView } = request;
    const user = create(UserSchema, {
      ...{ email, firstName, lastName, role, parlorRole, textPlan, isRestrictedView },
      id: rooms.id("user"),
      companyId: own.companyId,
      state: UserState.INVITED,
    });
    assign(rooms, user, request.textCommunities);
    rooms.accounts.push({ user, standing: create(StandingSchema) });
    return answer(user);
  });
  router.rpc(methods.inviteUserAgain, ({ id }, context) => {
    administrator(rooms, context);
    const user = staffOf(rooms, id, context);
    if (user.state !== UserState.INVITED) {
      throw refusal(Code.FailedPrecondition, "NOT_INVITED", "This account has a password.");
    }
    return answer(user);
  });
  router.rpc(methods.deactivateUser, ({ id }, context) => turn(id, UserState.DEACTIVATED, context));
  router.rpc(methods.reactivateUser, ({ id }, context) => turn(id, UserState.ACTIVE, context));
}
