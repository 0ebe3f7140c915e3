// Copy of the pages that request a reset link and set a password.

export const resetLabels = {
  requestTitle: "Reset your password",
  requestText: "Enter your email address. We'll send you a link.",
  expiredTitle: "This link has expired",
  expiredText:
    "Request a new link below. If you were invited, ask your administrator to resend the invitation.",
  sendLink: "Send link",
  resendLink: "Resend link",
  checkEmail: "Check your email.",
  linkSent: (email: string) =>
    `If ${email} has an account, we sent a link. Check your spam folder if you don't see it.`,
  backToLogin: "Back to login",
  linkLoadingTitle: "One moment",
  linkLoadingText: "Checking your link…",
  linkErrorTitle: "Couldn't check your link",
  linkErrorText: "Try again in a moment.",
  invitationTitle: (name: string) => `Welcome, ${name}`,
  invitationText: "Choose a password to finish setting up your account.",
  resetTitle: (name: string) => `Hello, ${name}`,
  resetText: "Choose a new password. You'll be logged out everywhere else.",
  newPasswordMissing: "Enter a new password.",
  setPassword: "Set password",
  savedTitle: "Your password is set",
  savedText: "Log in with your new password.",
  loggedOut: "You've been logged out on all devices.",
} as const;
