// Copy of the test window.

export const labels = {
  title: "Test window",
  about: "See what residents get when they text. No real texts are sent.",
  setup: "Resident and community",
  community: "Community",
  startOver: "Start over",
  samples: "Try one of these",
  noNumberTitle: "No number yet",
  noNumberText: (community: string) =>
    `${community} has no number that residents can text yet, so there's nothing to test.`,
  phone: "Resident's phone",
  phoneHint: "Sample number. Enter another to text as someone else.",
  phoneInvalid: "Enter a full number, such as (202) 555-0143.",
} as const;
