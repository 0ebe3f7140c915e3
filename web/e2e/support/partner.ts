// A partner's application, issued by an administrator.

import { createHash, randomBytes } from "node:crypto";
import { call, password } from "./resident";

/** The redirect URI. Only the test listens there. */
export const back = "http://127.0.0.1:9/back";

type Issued = { partner: { clientId: string }; clientSecret: string };

/** Issues the credential, with an authorization URL and the PKCE verifier. */
export async function issuePartner(address: string, name: string) {
  const admin = { email: "admin@harborline.example", password };
  const { token } = await call<{ token: string }>(address, "", "/users/login", admin);
  const wanted = { name, scopes: ["KNOWLEDGE_READ", "COMPANY_READ"], redirectUris: [back] };
  const issued = await call<Issued>(address, token, "/admin/partners", wanted);
  const { partner, clientSecret } = issued;
  const verifier = randomBytes(48).toString("base64url");
  const authorizationParams = new URLSearchParams({
    response_type: "code",
    client_id: partner.clientId,
    redirect_uri: back,
    scope: "knowledge:read",
    state: "a state / of its own",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  });
  return { clientId: partner.clientId, clientSecret, verifier, authorizationParams };
}
