// Copy of the test window.

export const labels = {
  title: "Test window",
  about: "See what residents get when they text. No real texts are sent.",
  setup: "Resident and community",
  community: "Community",
  samples: "Try one of these",
  phone: "Resident's phone",
  phoneHint: "Sample number. Enter another to text as someone else.",
  phoneInvalid: "Enter a full number, such as (202) 555-0143.",
} as const;
