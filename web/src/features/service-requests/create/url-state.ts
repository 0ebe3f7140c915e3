// What a new request is created from, kept in the URL.

import { textCodec, useUrlState } from "../../../lib/use-url-state";

const codec = textCodec("escalation", "conversation", "draft");

/** Returns the IDs of the escalation, the conversation and the draft; empty for none. */
export const useCreateUrlState = () => useUrlState(codec)[0];
