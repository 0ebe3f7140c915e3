// Copy of the button in the website.

export const launcherLabels = {
  button: (title: string, unread: number) => {
    if (unread === 0) return title;
    return `${title}, ${unread} new ${unread === 1 ? "message" : "messages"}`;
  },
};
