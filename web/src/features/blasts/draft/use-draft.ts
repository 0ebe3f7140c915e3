// Edits a draft. Each change is saved automatically.

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { toDraftProblem } from "../../../api/problem";
import { useSession } from "../../../entities/session/session";
import type { Blast } from "../../../gen/parlor/v1/blast_pb";
import { useUpdateBlast } from "../queries";
import {
  changesOf,
  type DraftValues,
  draftErrors,
  isEmpty,
  readUnsaved,
  toValues,
  validChanges,
  writeUnsaved,
} from "./draft";

/** Delay after a change before it is saved, in milliseconds. */
const saveDelay = 700;

export type Draft = ReturnType<typeof useDraft>;

/** `latest` is the draft as last loaded. */
export function useDraft(latest: Blast) {
  const { user } = useSession();
  const updating = useUpdateBlast();
  const [stored] = useState(() => readUnsaved(user.id, latest.id));
  const [saved, setSaved] = useState<Blast>(() =>
    stored ? { ...latest, version: stored.version } : latest,
  );
  const [values, setValues] = useState<DraftValues>(() => stored?.values ?? toValues(latest));
  const unsaved = !isEmpty(changesOf(values, saved));
  const savable = !isEmpty(validChanges(values, saved));

  // A colleague changed it: takes the new version, unless unsaved changes would be lost.
  if (latest.version > saved.version && !unsaved && !updating.isPending) {
    setSaved(latest);
    setValues(toValues(latest));
  }

  /** The save in progress. */
  const saving = useRef<Promise<boolean>>(undefined);

  function save(version = saved.version): Promise<boolean> {
    saving.current = update(version);
    return saving.current;
  }

  async function update(version: number): Promise<boolean> {
    try {
      const { blast } = await updating.mutateAsync({
        id: saved.id,
        version,
        ...validChanges(values, saved),
      });
      if (blast) setSaved(blast);
      return true;
    } catch {
      return false;
    }
  }

  const saveNow = useEffectEvent(() => {
    if (savable && !updating.isPending) void save();
  });
  // Saving is external to React. After a failure it waits for the user to retry or make a change.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change restarts the delay
  useEffect(() => {
    if (!savable || updating.isPending) return undefined;
    const timer = setTimeout(saveNow, saveDelay);
    return () => clearTimeout(timer);
  }, [values, saved, savable]);

  // The browser's storage is external to React.
  useEffect(() => {
    writeUnsaved(user.id, saved, unsaved ? values : undefined);
  }, [user.id, saved, values, unsaved]);

  const leave = useEffectEvent(() => {
    if (!savable || updating.isPending) return;
    void save().then((done) => done && writeUnsaved(user.id, saved, undefined));
  });
  useEffect(() => () => leave(), []);

  return {
    values,
    /** The draft as the server has it. */
    saved,
    unsaved,
    saving: updating.isPending,
    errors: draftErrors(values),
    problem: updating.error ? toDraftProblem(updating.error) : undefined,
    change: (part: Partial<DraftValues>) => setValues((before) => ({ ...before, ...part })),
    /** Saves unsaved changes immediately, or waits for the save in progress. */
    saveNow: () => {
      if (updating.isPending && saving.current) return saving.current;
      return savable ? save() : Promise.resolve(!unsaved);
    },
    /** Takes the server's current version and keeps the unsaved changes. */
    adopt: (blast: Blast | undefined) => {
      if (blast) setSaved(blast);
    },
    /** After a conflict: overwrites the other version with the local changes. */
    keepMine: () => save(0),
    /** After a conflict: discards the local changes. */
    takeTheirs: () => {
      updating.reset();
      setSaved(latest);
      setValues(toValues(latest));
    },
  };
}
