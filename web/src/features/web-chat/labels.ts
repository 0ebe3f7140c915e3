// Copy of the web chat screen: the settings of each community, and the chats.

import { formatNumber } from "../../lib/format-number";

export const labels = {
  title: "Web chat",
  show: "Show",
  settings: "Settings",
  chats: "Chats",
  clearFilters: "Clear filters",
} as const;

/** The list of communities, and the head of the chosen one. */
export const siteLabels = {
  list: "Communities",
  search: "Find a community",
  loading: "Loading communities",
  loadFailed: "Couldn't load communities",
  noMatches: "No matching communities",
  noMatchesText: (words: string) => `No community matches “${words}”.`,
  clearSearch: "Clear search",
  on: "On",
  off: "Off",
  notSetUp: "Not set up",
  loadingSettings: "Loading the settings",
  settingsFailed: "Couldn't load the settings",
  settingsOf: (community: string) => `Web chat for ${community}`,
  tryIt: "Try it",
  tryItHint: "Opens the chat in a new tab. What you write there is marked as a test.",
  showChats: "Show chats",
} as const;

export const formLabels = {
  title: "Settings",
  draftKept: "Not saved yet – draft kept on this computer",
  enabled: "Show the chat",
  enabledHint: "The chat appears on allowed sites that include the snippet.",
  chatTitle: "Title",
  greeting: "Greeting",
  greetingHint: "Shown above the first message.",
  color: "Color",
  colorHint: "Used for the button and the title bar. Text on it is white or dark.",
  pickColor: "Pick a color",
  position: "Button position",
  left: "Lower left corner",
  right: "Lower right corner",
  hours: "Hours",
  always: "Always open",
  officeHours: "Office hours only",
  officeHoursHint: "Outside office hours, visitors must leave an email address.",
  noOfficeHours: "Your company has no office hours yet, so the chat is always open.",
  setOfficeHours: "Set office hours",
  sites: "Allowed sites",
  sitesHint: "Only these websites can show the chat, such as https://www.harbor-row.example.",
  noSites: "None. Only Parlor's own pages show the chat.",
  none: "None",
  discard: "Discard changes",
  save: "Save settings",
  saved: (community: string) => `Web chat for ${community} saved.`,
  conflict: "Someone else changed these settings.",
  conflictHint: "Save your changes over theirs, or load their settings and lose yours.",
  saveMine: "Save mine",
  loadTheirs: "Load theirs",
  administratorsOnly: "Only administrators can change these settings.",
} as const;

export const previewLabels = {
  title: "Preview",
  picture: "Chat preview",
  hours: "Preview hours",
  open: "Open",
  closed: "After hours",
  theme: "Preview theme",
  light: "Light",
  dark: "Dark",
} as const;

export const snippetLabels = {
  title: "Snippet",
  snippet: "Code for the website",
  snippetHint: "Paste it into each page that should show the chat, just before </body>.",
  saveFirst: "Save the settings to get the code for the website.",
  copy: "Copy code",
  copied: "Code copied.",
  copyFailed: "Couldn't copy. Select the code and copy it yourself.",
  replaceKey: "Replace key…",
  replaceTitle: (community: string) => `Replace the key for ${community}?`,
  replaceEffect:
    "The chat stops working on every website that uses the old code until you add the new code.",
  replace: "Replace key",
  replaced: "Key replaced. Add the new code to your website.",
} as const;

/** The visitors whom the website signs. */
export const signingLabels = {
  title: "Signed-in visitors",
  explanation:
    "Your website can tell the chat who is signed in there. The bot then answers questions about their account, and your team sees who they are.",
  saveFirst: "Save the settings first. You can then connect your website's sign-in.",
  noSecret: "No signing secret yet. Visitors can only be verified by an emailed code.",
  createdAt: (at: string) => `The signing secret was created on ${at}.`,
  createSecret: "Create secret…",
  replaceSecret: "Replace secret…",
  deleteSecret: "Remove secret…",
  language: "Sample language",
  languages: [
    { value: "node", label: "Node" },
    { value: "python", label: "Python" },
    { value: "php", label: "PHP" },
  ],
  onServer: "On the website's server",
  onServerHint:
    "Sign the email address of the signed-in visitor. Keep the secret on the server, never in a page.",
  onPage: "In the page",
  onPageHint:
    "Escape the values for HTML. Leave out these attributes when no one is signed in. data-name is optional.",
  createTitle: (community: string) => `Create a signing secret for ${community}?`,
  createEffect:
    "Anyone with the secret can pose as any resident in the chat. Share it only with whoever builds your website's server.",
  create: "Create secret",
  replaceTitle: (community: string) => `Replace the signing secret for ${community}?`,
  replaceEffect:
    "Signatures made with the current secret stop working right away. The chat won't recognize signed-in visitors until your website's server uses the new one.",
  replace: "Replace secret",
  secretTitle: (community: string) => `Signing secret for ${community}`,
  secret: "Signing secret",
  secretHint: "Store it on the website's server.",
  secretSaved: "Done, I saved it",
  deleteTitle: (community: string) => `Remove the signing secret for ${community}?`,
  deleteEffect:
    "The chat will no longer know who is signed in on the website. Visitors can still be verified by an emailed code.",
  confirmDelete: "Remove secret",
  deleted: "Signing secret removed.",
} as const;

/** The list of chats, and the chosen one. */
export const chatLabels = {
  list: "Chats",
  loading: "Loading chats",
  loadFailed: "Couldn't load chats",
  openQuestionsOnly: "Open questions only",
  noText: "No messages yet",
  none: "No chats yet",
  noneText: "Chats with visitors to your communities' websites appear here.",
  setUp: "Set up a web chat",
  noMatches: "No chats",
  noMatchesText: "No chat matches these filters.",
  openInInbox: "Open in inbox",
  nextPrevious: "next, previous",
  allKeys: "all",
} as const;

/** "1 message", "12 messages". */
export function messageCountLabel(count: number): string {
  return count === 1 ? "1 message" : `${formatNumber(count)} messages`;
}
