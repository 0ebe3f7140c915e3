// The app with the fake API instead of a server: `npm run dev:fake`.

import { start } from "../app/start";
import { createFakeTransport } from "./fake-transport";

start(createFakeTransport());
