/** The language of dates and numbers. Parlor's copy is American English, in every browser. */
export const locale = "en-US";
