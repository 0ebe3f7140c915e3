// Copy of mail server.

export const labels = {
  starttlsRecommended: "STARTTLS (recommended)",
  sslTls: "SSL/TLS",
  noneSameServerOnly: "None (same server only)",
} as const;
