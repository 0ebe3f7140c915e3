/** The language of dates and numbers. Parlor's copy is American English, whatever the browser's language. */
export const locale = "en-US";
