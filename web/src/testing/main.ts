// The app with a house in memory instead of a server: `npm run dev:fake`.

import { start } from "../app/start";
import { createFakeTransport } from "./fake-transport";

start(createFakeTransport());
