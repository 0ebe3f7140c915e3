// Communities as an administrator keeps them, in the house in memory.

import { clone, create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { ConnectRouter } from "@connectrpc/connect";
import { CommunityAdminService } from "../gen/parlor/v1/community_admin_service_pb";
import {
  type CommunityRequest,
  CommunityRequestSchema,
  CommunityRequestState,
  type TextCommunity,
  TextCommunitySchema,
} from "../gen/parlor/v1/community_pb";
import { Software } from "../gen/parlor/v1/software_pb";
import { caller, communityOf, fieldRefusal, notFound, type Rooms } from "./house";
import { administrator, companyOf } from "./house-office";
import { company } from "./people";

const day = 86_400_000;

export function createWishes(now: number): CommunityRequest[] {
  return [
    create(CommunityRequestSchema, {
      id: "wish-lantern",
      companyId: company.id,
      communityName: "Lantern Square",
      escalationEmail: "office@wickhamrowe.example",
      state: CommunityRequestState.SUBMITTED,
      requestedById: "marcus",
      requestedBy: "Marcus Bell",
      requestedAt: timestampFromMs(now - day),
    }),
  ];
}

/** What is said replaces what was; what is unset stays. */
function set(community: TextCommunity, change: object): void {
  const own = Object.entries(change).filter(
    ([name, value]) =>
      name in community && name !== "id" && value !== undefined && !Array.isArray(value),
  );
  Object.assign(community, Object.fromEntries(own.filter(([name]) => !name.startsWith("$"))));
}

function wishOf(rooms: Rooms, id: string): CommunityRequest {
  const found = rooms.wishes.find((wish) => wish.id === id);
  if (!found) throw notFound();
  return found;
}

export function estate(router: ConnectRouter, rooms: Rooms): void {
  const answer = (community: TextCommunity) => ({
    textCommunity: clone(TextCommunitySchema, community),
  });

  router.service(CommunityAdminService, {
    listCommunities({ searchQuery, archived }, context) {
      administrator(rooms, context);
      const part = searchQuery.toLowerCase();
      const communities = (archived ? rooms.archived : rooms.communities)
        .filter(({ label }) => label.toLowerCase().includes(part))
        .map((community) => clone(TextCommunitySchema, community));
      return { communities };
    },
    createCommunity(request, context) {
      administrator(rooms, context);
      const { software } = companyOf(rooms, request.id);
      if (software === Software.VANTACA && !request.vantacaAssocCode) {
        throw fieldRefusal("vantaca_assoc_code", "Give this one's code there.");
      }
      const community = create(TextCommunitySchema, { id: rooms.id("community") });
      set(community, request);
      community.company = [request.id];
      rooms.communities.push(community);
      const wish = rooms.wishes.find(({ id }) => id === request.requestId);
      if (wish) wish.state = CommunityRequestState.ACTIVE;
      return answer(community);
    },
    updateCommunity(request, context) {
      administrator(rooms, context);
      const community = communityOf(rooms, request.id);
      set(community, request);
      const { secondaryEscalationEmails: more } = request;
      if (more.length > 0 || request.clearSecondaryEscalationEmails) {
        community.secondaryEscalationEmails = more;
      }
      return answer(community);
    },
    deleteCommunity({ id, reason }, context) {
      administrator(rooms, context);
      const community = communityOf(rooms, id);
      community.archivedAt = timestampFromMs(rooms.now());
      community.restorableUntil = timestampFromMs(rooms.now() + 30 * day);
      community.archivedReason = reason;
      rooms.communities = rooms.communities.filter((one) => one !== community);
      rooms.archived.unshift(community);
      return {};
    },
    restoreCommunity({ id }, context) {
      administrator(rooms, context);
      const community = rooms.archived.find((one) => one.id === id);
      if (!community) throw notFound();
      delete community.archivedAt;
      delete community.restorableUntil;
      community.archivedReason = "";
      rooms.archived = rooms.archived.filter((one) => one !== community);
      rooms.communities.push(community);
      return answer(community);
    },
    listCommunityRequests(_, context) {
      const { user } = caller(rooms, context);
      const seen = rooms.wishes.filter(
        ({ requestedById }) => user.parlorRole === "admin" || requestedById === user.id,
      );
      return { requests: seen.map((wish) => clone(CommunityRequestSchema, wish)) };
    },
    requestCommunity({ communityName, escalationEmail }, context) {
      const { user } = caller(rooms, context);
      const wish = create(CommunityRequestSchema, {
        ...{ communityName, escalationEmail },
        id: rooms.id("wish"),
        state: CommunityRequestState.SUBMITTED,
        requestedById: user.id,
        requestedBy: `${user.firstName} ${user.lastName}`,
      });
      rooms.wishes.unshift(wish);
      return { request: clone(CommunityRequestSchema, wish) };
    },
    withdrawCommunityRequest({ id }, context) {
      caller(rooms, context);
      const wish = wishOf(rooms, id);
      wish.state = CommunityRequestState.WITHDRAWN;
      return { request: clone(CommunityRequestSchema, wish) };
    },
    decideCommunityRequest({ id, approve, reason }, context) {
      administrator(rooms, context);
      const wish = wishOf(rooms, id);
      wish.state = approve ? CommunityRequestState.APPROVED : CommunityRequestState.REJECTED;
      wish.reason = reason;
      return { request: clone(CommunityRequestSchema, wish) };
    },
  });
}
