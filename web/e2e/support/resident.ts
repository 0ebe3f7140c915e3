// A resident with a phone, simulated over REST without the browser.

export const harborRow = "+12025550101";
export const password = "parlor-demo-house";

export const fenwickCourt = "+13125550121";

/** Whose test phone it is, and the number that is texted. */
type Line = { email: string; number: string };

const harborline: Line = { email: "manager@harborline.example", number: harborRow };
export const mainCompany: Line = { email: "admin@parlor.example", number: fenwickCourt };

type Text = { direction: "INBOUND" | "OUTBOUND"; body: string; status: string };

export async function call<T>(
  address: string,
  token: string,
  path: string,
  body?: object,
  method = body ? "POST" : "GET",
): Promise<T> {
  const response = await fetch(`${address}${path}`, {
    method,
    headers: { "content-type": "application/json", ...(token ? { usertoken: token } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

export class Resident {
  private constructor(
    private readonly address: string,
    private readonly token: string,
    readonly phone: string,
    private readonly number: string,
  ) {}

  /** The test phone belongs to staff; `phone` is the number of the resident they simulate. */
  static async at(address: string, phone: string, line = harborline): Promise<Resident> {
    const login = { email: line.email, password };
    const { token } = await call<{ token: string }>(address, "", "/users/login", login);
    return new Resident(address, token, phone, line.number);
  }

  async text(body: string): Promise<void> {
    await call(this.address, this.token, "/handset/messages", {
      from: this.phone,
      to: this.number,
      body,
    });
  }

  /** Returns the texts that the phone received, oldest first. */
  async got(): Promise<string[]> {
    const { messages } = await call<{ messages: Text[] }>(
      this.address,
      this.token,
      `/handset/messages?phone=${encodeURIComponent(this.phone)}`,
    );
    return messages.filter((one) => one.direction === "OUTBOUND").map((one) => one.body);
  }
}
