// Requests for communities in the fake API.

import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import {
  type CommunityRequest,
  CommunityRequestSchema,
  CommunityRequestState,
} from "../../../gen/parlor/v1/community_pb";
import { company } from "./people";

const dayMs = 86_400_000;

export function createCommunityRequests(now: number): CommunityRequest[] {
  return [
    create(CommunityRequestSchema, {
      id: "community-request-lantern",
      companyId: company.id,
      communityName: "Lantern Square",
      escalationEmail: "office@wickhamrowe.example",
      state: CommunityRequestState.SUBMITTED,
      requestedById: "marcus",
      requestedBy: "Marcus Bell",
      requestedAt: timestampFromMs(now - dayMs),
    }),
  ];
}
