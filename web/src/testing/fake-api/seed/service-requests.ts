// Service requests in every state, in the first two communities.

import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { TextCommunity } from "../../../gen/parlor/v1/community_pb";
import {
  EntryPermission,
  EstimateState,
  type ServiceRequest,
  type ServiceRequestActivity,
  ServiceRequestActivityKind,
  ServiceRequestActivitySchema,
  ServiceRequestKind,
  ServiceRequestPriority,
  ServiceRequestSchema,
  ServiceRequestState,
} from "../../../gen/parlor/v1/service_request_pb";

const hour = 3_600_000;
const { HIGH, NORMAL, LOW, EMERGENCY } = ServiceRequestPriority;
const { MAINTENANCE, ARCHITECTURAL, AMENITY, DOCUMENT } = ServiceRequestKind;

type Seed = {
  state: ServiceRequestState;
  title: string;
  unit: string;
  contactName: string;
  /** Hours since it was created. */
  age: number;
  /** Hours until it is due. */
  due: number;
  more?: MessageInitShape<typeof ServiceRequestSchema>;
};

const seeds: readonly Seed[] = [
  {
    state: ServiceRequestState.PENDING,
    title: "Water stain on the bathroom ceiling",
    unit: "1107",
    contactName: "Theo Lindqvist",
    age: 51,
    due: -27.5,
    more: { priority: HIGH },
  },
  {
    state: ServiceRequestState.PENDING,
    title: "Fob opens the front door but not the pool gate",
    unit: "212",
    contactName: "Josephine Abara",
    age: 18,
    due: 54,
    more: { assigneeId: "dana", assigneeName: "Dana Okafor" },
  },
  {
    state: ServiceRequestState.NEEDS_INFO,
    title: "Replace fence panels along the back yard",
    unit: "17",
    contactName: "Wen Petrie",
    age: 22,
    due: 50,
    more: { kind: ARCHITECTURAL },
  },
  {
    state: ServiceRequestState.APPROVED,
    title: "Garage door reverses before it closes",
    unit: "88",
    contactName: "Joan Marsh",
    age: 30,
    due: 42,
    more: {
      vendor: "Bayline Mechanical",
      estimateCents: 124_000,
      estimateState: EstimateState.PENDING,
    },
  },
  {
    state: ServiceRequestState.IN_PROGRESS,
    title: "No hot water since last night",
    unit: "304",
    contactName: "Denise Alvarez",
    age: 26,
    due: 6,
    more: {
      priority: HIGH,
      description: "Kitchen and both baths. 306 says theirs is cold too.",
      location: "Boiler room, level B1",
      entryPermission: EntryPermission.CALL_FIRST,
      pets: "Dog, Biscuit",
      vendor: "Bayline Mechanical",
      assigneeId: "dana",
      assigneeName: "Dana Okafor",
    },
  },
  {
    state: ServiceRequestState.IN_PROGRESS,
    title: "Elevator stuck between floors",
    unit: "",
    contactName: "",
    age: 3,
    due: 1,
    more: { priority: EMERGENCY, contactPhone: "", notifyResident: false },
  },
  {
    state: ServiceRequestState.DEFERRED,
    title: "Repaint the parking lines",
    unit: "",
    contactName: "",
    age: 200,
    due: 40,
    more: { priority: LOW, contactPhone: "", notifyResident: false },
  },
  {
    state: ServiceRequestState.COMPLETED,
    title: "Club room on December 12",
    unit: "901",
    contactName: "Rosa Castellanos",
    age: 96,
    due: -24,
    more: { kind: AMENITY },
  },
  {
    state: ServiceRequestState.CLOSED,
    title: "Copy of the bylaws",
    unit: "45",
    contactName: "Sam Ode",
    age: 300,
    due: -200,
    more: { kind: DOCUMENT },
  },
  {
    state: ServiceRequestState.DECLINED,
    title: "Satellite dish on the balcony",
    unit: "620",
    contactName: "Ana Reyes",
    age: 400,
    due: -300,
    more: { kind: ARCHITECTURAL },
  },
];

/** Returns the letters that begin a community's request numbers. */
export function numberPrefix(label: string): string {
  const words = label.split(" ").filter((word) => word.toLowerCase() !== "the");
  const letters = words.length > 1 ? words.map((word) => word[0]).join("") : label.slice(0, 2);
  return letters.slice(0, 3).toUpperCase();
}

function toRequest(seed: Seed, at: number, { id, label }: TextCommunity, now: number) {
  const { state, title, unit, contactName, age, due, more } = seed;
  return create(ServiceRequestSchema, {
    id: `request-${at + 1}`,
    number: `${numberPrefix(label)}-${201 + at}`,
    communityId: id,
    communityLabel: label,
    state,
    kind: MAINTENANCE,
    priority: NORMAL,
    title,
    unit,
    contactName,
    contactPhone: `+1503555${String(2000 + at)}`,
    notifyResident: true,
    createdBy: "Marcus Bell",
    createdAt: timestampFromMs(now - age * hour),
    stateChangedAt: timestampFromMs(now - (age / 2) * hour),
    dueAt: timestampFromMs(now + due * hour),
    isOverdue: due < 0 && state <= ServiceRequestState.DEFERRED,
    version: 1,
    ...(state === ServiceRequestState.DEFERRED
      ? { deferredUntil: timestampFromMs(now + 72 * hour) }
      : {}),
    ...more,
  });
}

/** Returns requests, newest first, with their activities. */
export function createServiceRequests(communities: readonly TextCommunity[], now: number) {
  const places = ["larkspur", "harbor"].flatMap(
    (id) => communities.find((community) => community.id === id) ?? [],
  );
  const serviceRequests: ServiceRequest[] = seeds.flatMap((seed, at) => {
    const place = places[at % places.length];
    return place ? [toRequest(seed, at, place, now)] : [];
  });
  const requestActivities = new Map<string, ServiceRequestActivity[]>(
    serviceRequests.map((request) => [
      request.id,
      [
        create(ServiceRequestActivitySchema, {
          kind: ServiceRequestActivityKind.CREATED,
          actor: request.createdBy,
          state: ServiceRequestState.PENDING,
          ...(request.createdAt ? { at: request.createdAt } : {}),
        }),
      ],
    ]),
  );
  return { serviceRequests, requestActivities };
}
