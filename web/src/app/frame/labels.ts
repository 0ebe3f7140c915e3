// Copy of the frame around every screen: top bar, side menu and banners.

export const labels = {
  skipToContent: "Skip to content",
  openSideMenu: "Open side menu",
  collapseSideMenu: "Collapse side menu",
  home: "Parlor, home",
  search: "Search",
  ctrlK: "Ctrl K",
  shortcuts: "Shortcuts",
  you: "You",
  profile: "Profile",
  admin: "Admin",
  logOut: "Logout",
  sideMenu: "Side menu",
  closeSideMenu: "Close side menu",
  screens: "Screens",
  assistants: "Assistants",
  beta: "Beta",
  openEscalations: "open",
  communityCount: (count: number, hasMore: boolean) =>
    `${count}${hasMore ? "+" : ""} ${count === 1 ? "community" : "communities"}`,
  offline:
    "You're offline. What you see may be out of date; your drafts are saved on this computer.",
  impersonating: (company: string) =>
    `Viewing as ${company}. Your actions are recorded in its audit trail.`,
  leaveCompany: "Leave",
  overlayFailed: "Part of Parlor couldn't load.",
  overlayFailedHint: "Check your connection, then reload the page.",
  showShortcuts: "Show keyboard shortcuts",
} as const;
