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
  choose: "Choose a community",
  chooseText: "Select a community from the list to set up its web chat.",
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
  position: "Position of the button",
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
  picture: "Preview of the chat",
  hours: "Hours of the preview",
  open: "Open",
  closed: "After hours",
  theme: "Theme of the preview",
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

/** The list of chats, and the chosen one. */
export const chatLabels = {
  list: "Chats",
  loading: "Loading chats",
  loadFailed: "Couldn't load chats",
  openQuestionsOnly: "Open questions only",
  openQuestion: "Open question",
  afterHours: "After hours",
  noText: "No messages yet",
  none: "No chats yet",
  noneText: "Chats with visitors to your communities' websites appear here.",
  setUp: "Set up a web chat",
  noMatches: "No chats",
  noMatchesText: "No chat matches these filters.",
  choose: "Choose a chat",
  chooseText: "Select a chat from the list to read it here.",
  startedOn: (page: string) => `Started on ${page}`,
  unverified: "The visitor's name and email address aren't verified.",
  nextPrevious: "next, previous",
  allKeys: "all",
} as const;

/** "1 message", "12 messages". */
export function messageCountLabel(count: number): string {
  return count === 1 ? "1 message" : `${formatNumber(count)} messages`;
}
