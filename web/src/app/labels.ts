// Copy of app.

export const labels = {
  partOfParlor: "Part of Parlor",
  somethingWentWrong: "Something went wrong",
  connectionDroppedParlorJustUpdated:
    "The connection dropped, or Parlor was just updated. Your drafts are saved on this computer.",
  thisPage: "This page",
  retry: "Retry",
  reloadPage: "Reload page",
  pageNotFound: "Page not found",
  oopsPageNotFound: "Oops! Page not found.",
  weCantSeemFindPage: "We can't seem to find the page you're looking for.",
  goHome: "Go Home",
  answering: "Answering",
  outreach: "Outreach",
  documents: "Documents",
  admin: "Admin",
  parlor: "Parlor",
  administrator: "Administrator",
  manager: "Manager",
  yourRequestWasCompleted: "Your request was completed.",
  responseLostSoPageRefreshed: "The response was lost, so this page was refreshed.",
} as const;
