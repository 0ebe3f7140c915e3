// Copy of choosing one of the communities.

export const choiceLabels = {
  choose: "Choose a community",
  chooseFirst: "Choose a community first",
  noMatches: "No matching communities",
} as const;
