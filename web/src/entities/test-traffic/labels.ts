// Copy of test traffic.

export const labels = {
  testsDuringTrial: "Tests during trial",
  withAllTests: "With all tests",
  withoutTests: "Without tests",
  testsOnly: "Tests only",
  testTraffic: "Test traffic",
  test: "Test",
} as const;
