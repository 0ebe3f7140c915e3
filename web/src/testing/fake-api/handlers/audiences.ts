// Saved audiences in the fake API, and the filter values of communities.

import { clone, create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { Code, type ConnectRouter } from "@connectrpc/connect";
import { AudienceFilterSchema, AudienceSchema } from "../../../gen/parlor/v1/audience_pb";
import { AudienceService } from "../../../gen/parlor/v1/audience_service_pb";
import { matchAccounts } from "../blast-recipients";
import type { Db } from "../db";
import { createError, fieldError, notFound, requireShown } from "../errors";

/** Maximum rejected rows of a response, unless all are requested. */
const maxRejected = 1000;

const sorted = (values: readonly string[]) => [...new Set(values)].filter(Boolean).sort();

export function registerAudienceHandlers(router: ConnectRouter, db: Db): void {
  router.service(AudienceService, {
    listAudiences() {
      return { audiences: db.audiences.map((audience) => clone(AudienceSchema, audience)) };
    },
    createAudience({ name, filter }) {
      requireShown("name", name, "Enter a name.");
      if (db.audiences.some((other) => other.name.toLowerCase() === name.toLowerCase())) {
        throw createError(Code.AlreadyExists, "AUDIENCE_EXISTS", "There is one with this name.");
      }
      const audience = create(AudienceSchema, {
        ...{ id: db.id("audience"), name, version: 1 },
        ...(filter ? { source: { case: "filter", value: filter } } : {}),
        updatedAt: timestampFromMs(db.now()),
      });
      db.audiences.push(audience);
      return { audience: clone(AudienceSchema, audience) };
    },
    importRecipientList({ name, communityId, source, isDryRun, allRejected }) {
      if (source.case === "file") throw fieldError("data", "This is neither CSV nor XLSX.");
      const numbers = source.case === "numbers" ? source.value.split(/[,\n]/) : [];
      const phones = numbers.map((number) => number.replaceAll(/\D/g, ""));
      const accepted = new Set(phones.filter((phone) => phone.length === 10));
      const rejected = numbers.flatMap((number, at) =>
        phones[at]?.length === 10
          ? []
          : [{ line: at + 1, cells: [number.trim()], reason: "This is no phone number." }],
      );
      const counts = {
        ...{ acceptedCount: accepted.size, rejectedCount: rejected.length },
        rejected: allRejected ? rejected : rejected.slice(0, maxRejected),
        duplicateCount: numbers.length - rejected.length - accepted.size,
        columns: { phone: 1 },
        samples: [...accepted].slice(0, 5).map((phone, at) => ({ line: at + 1, cells: [phone] })),
      };
      if (isDryRun) return counts;
      const list = { communityId, memberCount: accepted.size };
      const audience = create(AudienceSchema, {
        ...{ id: db.id("audience"), name, version: 1 },
        source: { case: "list", value: list },
        updatedAt: timestampFromMs(db.now()),
      });
      db.audiences.push(audience);
      return { ...counts, audience: clone(AudienceSchema, audience) };
    },
    updateAudience({ id, version, name, filter }) {
      const audience = db.audiences.find((one) => one.id === id);
      if (!audience) throw notFound();
      if (version && version !== audience.version) {
        throw createError(Code.Aborted, "AUDIENCE_CHANGED", "It changed.");
      }
      if (name !== undefined) requireShown("name", name, "Enter a name.");
      const key = name?.toLowerCase();
      if (db.audiences.some((one) => one !== audience && one.name.toLowerCase() === key)) {
        throw createError(Code.AlreadyExists, "AUDIENCE_EXISTS", "There is one with this name.");
      }
      Object.assign(audience, {
        ...(name === undefined ? {} : { name }),
        ...(filter ? { source: { case: "filter", value: filter } } : {}),
        version: audience.version + 1,
        updatedAt: timestampFromMs(db.now()),
      });
      return { audience: clone(AudienceSchema, audience) };
    },
    deleteAudience({ id }) {
      if (!db.audiences.some((audience) => audience.id === id)) throw notFound();
      db.audiences = db.audiences.filter((audience) => audience.id !== id);
      return {};
    },
    describeAudience({ filter = create(AudienceFilterSchema) }) {
      const { communityIds } = filter;
      const offered = matchAccounts(db, create(AudienceFilterSchema, { communityIds }));
      const found = matchAccounts(db, filter);
      return {
        accountCount: found.length,
        phoneCount: new Set(found.flatMap(({ phones }) => phones)).size,
        buildings: sorted(offered.map(({ building }) => building)),
        tags: sorted(offered.flatMap(({ tags }) => tags)),
        languages: sorted(offered.map(({ language }) => language || "en")),
      };
    },
  });
}
