// Copy of the frame around the test phone, which is shown while the phone itself loads.

export const asideLabels = {
  title: "Test phone",
} as const;
