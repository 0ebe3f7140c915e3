// Copy of the app around its screens: groups of the menu, errors, and the page that isn't found.

export const labels = {
  documentTitle: (title: string) => `${title} · Parlor`,
  answering: "Answering",
  outreach: "Outreach",
  documents: "Documents",
  admin: "Admin",
  loadFailed: (screen = "Part of Parlor") => `${screen} couldn't load`,
  loadFailedHint:
    "The connection dropped, or Parlor was just updated. Your drafts are saved on this computer.",
  retry: "Retry",
  crashed: "Something went wrong",
  crashedHint: (screen = "This page") =>
    `${screen} crashed. Your drafts are saved on this computer.`,
  reloadPage: "Reload page",
  notFound: "Page not found",
  notFoundCode: "404",
  notFoundTitle: "Oops! Page not found.",
  notFoundHint: "We can't seem to find the page you're looking for.",
  goHome: "Go Home",
} as const;
