import { createWebTransport } from "../rpc/transport";
import { start } from "./start";

start(createWebTransport());
