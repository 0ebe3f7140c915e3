// Copy of conversations and escalations that staff made to test the bot.

export const labels = {
  filter: "Test traffic",
  duringTrial: "Tests during trial only",
  withTests: "Include tests",
  withoutTests: "Hide tests",
  testsOnly: "Tests only",
  test: "Test",
} as const;
