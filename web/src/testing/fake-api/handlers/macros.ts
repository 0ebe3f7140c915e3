// Macros in the fake API.

import { clone, create } from "@bufbuild/protobuf";
import { Code, type ConnectRouter } from "@connectrpc/connect";
import { type Macro, MacroSchema, MacroService } from "../../../gen/parlor/v1/macro_service_pb";
import type { Db } from "../db";
import { createError, notFound, requireShown } from "../errors";

export function registerMacroHandlers(router: ConnectRouter, db: Db): void {
  const stored = (id: string) => {
    const one = db.macros.find((macro) => macro.id === id);
    if (!one) throw notFound();
    return one;
  };
  const toMacro = (id: string, { name, steps }: Pick<Macro, "name" | "steps">) => {
    requireShown("name", name, "Write a name.");
    if (db.macros.some((one) => one.name === name && one.id !== id))
      throw createError(Code.AlreadyExists, "MACRO_EXISTS", "Taken.");
    return create(MacroSchema, { id, name, ...(steps ? { steps } : {}) });
  };
  router.service(MacroService, {
    listMacros() {
      return { macros: db.macros.map((one) => clone(MacroSchema, one)) };
    },
    createMacro(request) {
      const macro = toMacro(db.id("macro"), request);
      db.macros.push(macro);
      return { macro };
    },
    updateMacro(request) {
      const macro = toMacro(request.id, request);
      db.macros.splice(db.macros.indexOf(stored(request.id)), 1, macro);
      return { macro };
    },
    deleteMacro({ id }) {
      db.macros.splice(db.macros.indexOf(stored(id)), 1);
      return {};
    },
  });
}
