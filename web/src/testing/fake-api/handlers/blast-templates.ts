// Templates of text blasts in the fake API.

import { clone, create } from "@bufbuild/protobuf";
import { Code, type ConnectRouter } from "@connectrpc/connect";
import {
  type BlastTemplate,
  BlastTemplateSchema,
  BlastTemplateService,
} from "../../../gen/parlor/v1/blast_template_service_pb";
import { unknownMergeFields } from "../blast-recipients";
import type { Db } from "../db";
import { createError, fieldError, notFound, requireShown } from "../errors";

export function registerBlastTemplateHandlers(router: ConnectRouter, db: Db): void {
  const indexOf = (id: string) => {
    const at = db.blastTemplates.findIndex((one) => one.id === id);
    if (at < 0) throw notFound();
    return at;
  };
  const toTemplate = (id: string, { name, body }: Pick<BlastTemplate, "name" | "body">) => {
    requireShown("name", name, "Enter a name.");
    requireShown("body", body, "Write the text.");
    if (db.blastTemplates.some((one) => one.name === name && one.id !== id)) {
      throw createError(Code.AlreadyExists, "BLAST_TEMPLATE_EXISTS", "Taken.");
    }
    const [unknown] = unknownMergeFields(body);
    if (unknown) throw fieldError("body", `{{${unknown}}} isn't a merge field.`);
    return create(BlastTemplateSchema, { id, name, body });
  };
  router.service(BlastTemplateService, {
    listBlastTemplates() {
      return { templates: db.blastTemplates.map((one) => clone(BlastTemplateSchema, one)) };
    },
    createBlastTemplate(request) {
      const template = toTemplate(db.id("template"), request);
      db.blastTemplates.push(template);
      return { template };
    },
    updateBlastTemplate(request) {
      const template = toTemplate(request.id, request);
      db.blastTemplates.splice(indexOf(request.id), 1, template);
      return { template };
    },
    deleteBlastTemplate({ id }) {
      db.blastTemplates.splice(indexOf(id), 1);
      return {};
    },
  });
}
