// Copy of the login, and what it shares with the other pages before it.

export const labels = {
  title: "Welcome back",
  text: "Log in to Parlor.",
  returnTo: (screen: string) => `You'll return to ${screen}.`,
  email: "Email",
  emailMissing: "Enter your email address.",
  password: "Password",
  newPassword: "New password",
  passwordMissing: "Enter your password.",
  capsLock: "Caps Lock is on.",
  showPassword: "Show password",
  hidePassword: "Hide password",
  forgotPassword: "Forgot password?",
  logIn: "Log in",
  retryIn: (time: string) => `Try again in ${time}`,
  seconds: (seconds: number) => `${seconds} sec`,
  minutes: (minutes: number, seconds: number) =>
    `${minutes} min ${String(seconds).padStart(2, "0")} sec`,
  slogan: { start: "Every question", end: "gets a good answer." },
} as const;
