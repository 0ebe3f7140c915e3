// Saved views of service requests in the fake API.

import { clone, create } from "@bufbuild/protobuf";
import { Code, type ConnectRouter } from "@connectrpc/connect";
import { SavedViewSchema, SavedViewService } from "../../../gen/parlor/v1/saved_view_service_pb";
import type { Db } from "../db";
import { createError, notFound, requireShown } from "../errors";
import { requireAccount } from "../lookup";

const maxViews = 12;

export function registerSavedViewHandlers(router: ConnectRouter, db: Db): void {
  router.service(SavedViewService, {
    listSavedViews(_, context) {
      const own = requireAccount(db, context).user.id;
      const views = db.savedViews.filter(({ userId }) => userId === own);
      return { views: views.map(({ view }) => clone(SavedViewSchema, view)) };
    },
    saveView({ layout, name, query }, context) {
      const userId = requireAccount(db, context).user.id;
      requireShown("name", name, "Enter a name.");
      const all = db.savedViews.filter(
        (one) => one.userId === userId && one.view.layout === layout,
      );
      const same = all.find(({ view }) => view.name.toLowerCase() === name.toLowerCase());
      if (same) {
        Object.assign(same.view, { name, query });
        return { view: clone(SavedViewSchema, same.view) };
      }
      if (all.length >= maxViews) {
        throw createError(Code.FailedPrecondition, "TOO_MANY_SAVED_VIEWS", "There are 12.");
      }
      const view = create(SavedViewSchema, { id: db.id("view"), layout, name, query });
      db.savedViews.push({ userId, view });
      return { view: clone(SavedViewSchema, view) };
    },
    deleteSavedView({ id }, context) {
      const own = requireAccount(db, context).user.id;
      const at = db.savedViews.findIndex(({ userId, view }) => userId === own && view.id === id);
      if (at < 0) throw notFound();
      db.savedViews.splice(at, 1);
      return {};
    },
  });
}
