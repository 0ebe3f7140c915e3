// Copy of conversations and escalations that staff made to test the bot.

export const labels = {
  filter: "Test traffic",
  duringTrial: "Include tests while on trial",
  withTests: "Include tests",
  withoutTests: "Hide tests",
  testsOnly: "Tests only",
  test: "Test",
} as const;
