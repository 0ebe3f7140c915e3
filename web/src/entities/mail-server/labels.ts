// Copy of how a connection to a mail server is secured.

export const labels = {
  starttls: "STARTTLS (recommended)",
  tls: "SSL/TLS",
  none: "None (same server only)",
} as const;
