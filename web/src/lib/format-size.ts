const kilobyte = 1024;

/** Formats a file size: "412 KB", "1.8 MB". */
export function formatSize(bytes: number): string {
  if (bytes < kilobyte) return `${bytes} B`;
  if (bytes < kilobyte ** 2) return `${Math.round(bytes / kilobyte)} KB`;
  return `${(bytes / kilobyte ** 2).toFixed(1)} MB`;
}
