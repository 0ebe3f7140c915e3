// The editable fields of a draft, and which changes can be saved.

import { create, equals, fromBinary, toBinary } from "@bufbuild/protobuf";
import { base64Decode, base64Encode } from "@bufbuild/protobuf/wire";
import {
  type Blast,
  type BlastAudience,
  BlastAudienceSchema,
  BlastSchema,
} from "../../../gen/parlor/v1/blast_pb";
import { draftKey, readDraft, writeDraft } from "../../../lib/drafts";
import { audienceLabels } from "../audience-labels";
import { labels } from "./labels";

export const maxTitleLength = 100;
export const maxBodyLength = 1600;

export type DraftValues = { title: string; body: string; audience: BlastAudience };

export type DraftErrors = { title?: string; audience?: string };

export function toValues({ title, body, audience }: Blast): DraftValues {
  return { title, body, audience: audience ?? create(BlastAudienceSchema) };
}

export function draftErrors({ title, audience: { source } }: DraftValues): DraftErrors {
  const none =
    source.case === "filter" ? source.value.communityIds.length === 0 : !source.value?.length;
  return {
    ...(title.trim() ? {} : { title: labels.titleMissing }),
    ...(none
      ? {
          audience:
            source.case === "audienceId"
              ? labels.savedAudienceMissing
              : audienceLabels.communityMissing,
        }
      : {}),
  };
}

/** Returns the values that differ from the saved draft. */
export function changesOf(values: DraftValues, saved: Blast): Partial<DraftValues> {
  const before = toValues(saved);
  return {
    ...(values.title.trim() === before.title ? {} : { title: values.title.trim() }),
    ...(values.body === before.body ? {} : { body: values.body }),
    ...(equals(BlastAudienceSchema, values.audience, before.audience)
      ? {}
      : { audience: values.audience }),
  };
}

/** Returns the changes that the server would accept. */
export function validChanges(values: DraftValues, saved: Blast): Partial<DraftValues> {
  const { title, audience, ...rest } = changesOf(values, saved);
  const errors = draftErrors(values);
  return {
    ...rest,
    ...(title === undefined || errors.title ? {} : { title }),
    ...(audience === undefined || errors.audience ? {} : { audience }),
  };
}

export function isEmpty(changes: Partial<DraftValues>): boolean {
  return Object.keys(changes).length === 0;
}

// Unsaved changes are also stored in the browser, so that they survive a reload. They are stored in
// binary, because protobuf's JSON code is not part of the bundle.

type Stored = { version: number; blast: string };

const toKey = (userId: string, id: string) => draftKey("blast", userId, id);

export type UnsavedDraft = { version: number; values: DraftValues };

/** Returns unsaved changes of an earlier visit, and the version they are based on. */
export function readUnsaved(userId: string, id: string): UnsavedDraft | undefined {
  const stored = readDraft<Stored>(toKey(userId, id));
  if (!stored) return undefined;
  try {
    const blast = fromBinary(BlastSchema, base64Decode(stored.blast));
    return { version: stored.version, values: toValues(blast) };
  } catch {
    return undefined;
  }
}

export function writeUnsaved(
  userId: string,
  { id, version }: Blast,
  values: DraftValues | undefined,
): void {
  const stored: Stored | undefined = values && {
    version,
    blast: base64Encode(toBinary(BlastSchema, create(BlastSchema, values))),
  };
  writeDraft(toKey(userId, id), stored);
}
