// Administration of communities in the fake API.

import { clone, create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { ConnectRouter } from "@connectrpc/connect";
import { CommunityAdminService } from "../../../gen/parlor/v1/community_admin_service_pb";
import {
  type CommunityRequest,
  CommunityRequestSchema,
  CommunityRequestState,
  type TextCommunity,
  TextCommunitySchema,
} from "../../../gen/parlor/v1/community_pb";
import { NumberCarrier } from "../../../gen/parlor/v1/number_carrier_pb";
import { Software } from "../../../gen/parlor/v1/software_pb";
import type { Db } from "../db";
import { fieldError, notFound } from "../errors";
import { findCommunity, requireAccount } from "../lookup";
import { findCompany } from "./company-admin";

const dayMs = 86_400_000;

/** Assigns the values that are set. */
function assignDefined(community: TextCommunity, change: object): void {
  const own = Object.entries(change).filter(
    ([name, value]) =>
      name in community && name !== "id" && value !== undefined && !Array.isArray(value),
  );
  Object.assign(community, Object.fromEntries(own.filter(([name]) => !name.startsWith("$"))));
}

function findRequest(db: Db, id: string): CommunityRequest {
  const found = db.communityRequests.find((one) => one.id === id);
  if (!found) throw notFound();
  return found;
}

export function registerCommunityAdminHandlers(router: ConnectRouter, db: Db): void {
  const answer = (community: TextCommunity) => ({
    textCommunity: clone(TextCommunitySchema, community),
  });

  router.service(CommunityAdminService, {
    listCommunities({ companyId, query, archived }) {
      const part = query.toLowerCase();
      const communities = (archived ? db.deletedCommunities : db.communities)
        .filter(({ label }) => label.toLowerCase().includes(part))
        .filter(({ company }) => !companyId || company.includes(companyId))
        .map((community) => {
          const carrier = db.numberCarriers.get(community.id) ?? NumberCarrier.TEST_PHONE;
          return Object.assign(clone(TextCommunitySchema, community), { carrier });
        });
      return { communities };
    },
    createCommunity(request) {
      const { software } = findCompany(db, request.id);
      if (software === Software.VANTACA && !request.vantacaAssocCode) {
        throw fieldError("vantaca_assoc_code", "Enter the community's code.");
      }
      const community = create(TextCommunitySchema, { id: db.id("community") });
      assignDefined(community, request);
      community.company = [request.id];
      db.communities.push(community);
      const communityRequest = db.communityRequests.find(({ id }) => id === request.requestId);
      if (communityRequest) communityRequest.state = CommunityRequestState.ACTIVE;
      return answer(community);
    },
    updateCommunity(request) {
      const community = findCommunity(db, request.id);
      assignDefined(community, request);
      const paths = request.updateMask?.paths ?? [];
      if (paths.includes("escalation_email")) {
        community.escalationEmail = request.escalationEmail ?? "";
      }
      if (paths.includes("secondary_escalation_emails")) {
        community.secondaryEscalationEmails = request.secondaryEscalationEmails;
      }
      return answer(community);
    },
    deleteCommunity({ id, reason }) {
      const community = findCommunity(db, id);
      community.archivedAt = timestampFromMs(db.now());
      community.restorableUntil = timestampFromMs(db.now() + 30 * dayMs);
      community.archivedReason = reason;
      db.communities = db.communities.filter((one) => one !== community);
      db.deletedCommunities.unshift(community);
      return {};
    },
    restoreCommunity({ id }) {
      const community = db.deletedCommunities.find((one) => one.id === id);
      if (!community) throw notFound();
      delete community.archivedAt;
      delete community.restorableUntil;
      community.archivedReason = "";
      db.deletedCommunities = db.deletedCommunities.filter((one) => one !== community);
      db.communities.push(community);
      return answer(community);
    },
    listCommunityRequests(_, context) {
      const { user } = requireAccount(db, context);
      const seen = db.communityRequests.filter(
        ({ requestedById }) => user.parlorRole === "admin" || requestedById === user.id,
      );
      return { requests: seen.map((one) => clone(CommunityRequestSchema, one)) };
    },
    requestCommunity({ communityName, escalationEmail }, context) {
      const { user } = requireAccount(db, context);
      const communityRequest = create(CommunityRequestSchema, {
        ...{ communityName, escalationEmail },
        id: db.id("community-request"),
        state: CommunityRequestState.SUBMITTED,
        requestedById: user.id,
        requestedBy: `${user.firstName} ${user.lastName}`,
      });
      db.communityRequests.unshift(communityRequest);
      return { request: clone(CommunityRequestSchema, communityRequest) };
    },
    withdrawCommunityRequest({ id }) {
      const communityRequest = findRequest(db, id);
      communityRequest.state = CommunityRequestState.WITHDRAWN;
      return { request: clone(CommunityRequestSchema, communityRequest) };
    },
    decideCommunityRequest({ id, approve, reason }) {
      const communityRequest = findRequest(db, id);
      communityRequest.state = approve
        ? CommunityRequestState.APPROVED
        : CommunityRequestState.REJECTED;
      communityRequest.reason = reason;
      return { request: clone(CommunityRequestSchema, communityRequest) };
    },
  });
}
