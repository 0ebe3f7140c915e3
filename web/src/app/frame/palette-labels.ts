// Copy of the palette, which finds people, screens and actions.

import { labels as answerLabels } from "../../entities/answer/labels";

export const paletteLabels = {
  esc: "Esc",
  results: "Results",
  noMatches: "No matches.",
  actions: "Actions",
  addAnswer: answerLabels.add,
  inviteUser: "Invite user",
  newCommunity: "New community",
  logOut: "Log out",
  administration: "Administration",
  communities: "Communities",
  people: "People",
  homeowners: "Homeowners",
  conversations: "Conversations",
  answers: "Answers",
} as const;
