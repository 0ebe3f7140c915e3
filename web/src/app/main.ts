import { createWebTransport } from "../api/transport";
import { start } from "./start";

start(createWebTransport());
