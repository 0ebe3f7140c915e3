// How the server of a website signs a visitor, in three languages.

export type SampleLanguage = "node" | "python" | "php";

const samples: Record<SampleLanguage, (key: string) => readonly string[]> = {
  node: (key) => [
    `import { createHmac } from "node:crypto";`,
    "",
    `const secret = process.env.CHAT_SECRET;`,
    `const expires = Math.floor(Date.now() / 1000) + 3600;`,
    `const text = \`${key}\\n\${email.toLowerCase()}\\n\${expires}\`;`,
    `const signature = createHmac("sha256", secret).update(text).digest("hex");`,
  ],
  python: (key) => [
    `import hashlib, hmac, os, time`,
    "",
    `secret = os.environ["CHAT_SECRET"].encode()`,
    `expires = int(time.time()) + 3600`,
    `text = f"${key}\\n{email.lower()}\\n{expires}".encode()`,
    `signature = hmac.new(secret, text, hashlib.sha256).hexdigest()`,
  ],
  php: (key) => [
    `$secret = getenv("CHAT_SECRET");`,
    `$expires = time() + 3600;`,
    `$text = "${key}\\n" . strtolower($email) . "\\n" . $expires;`,
    `$signature = hash_hmac("sha256", $text, $secret);`,
  ],
};

/** Returns the code that signs the visitor with the address `email`. */
export function signingSample(language: SampleLanguage, key: string): string {
  return samples[language](key).join("\n");
}
