// Does jobs with graphile-worker, and prints how many it does a second once the first tenth of them is
// done. They do nothing, or post a form with an authorization to an address.
import { EventEmitter } from "node:events";
import { Logger, makeWorkerUtils, run } from "graphile-worker";

const [connectionString, concurrency, count, address, form, authorization] = process.argv.slice(2);
const logger = new Logger(() => () => {});

const utils = await makeWorkerUtils({ connectionString, logger });
await utils.migrate();
await utils.withPgClient(async (client) => {
  await client.query("SELECT graphile_worker.add_job('work', '{}') FROM generate_series(1, $1)", [count]);
  await client.query("ANALYZE");
});

async function post() {
  const headers = { "content-type": "application/x-www-form-urlencoded", authorization };
  const response = await fetch(address, { method: "POST", headers, body: form });
  if (!response.ok) throw new Error(`status ${response.status}`);
  await response.json();
}

const events = new EventEmitter();
const warm = Math.floor(count / 10);
let begun = 0n;
const ended = new Promise((resolve) => {
  let done = 0;
  events.on("job:complete", () => {
    done += 1;
    if (done === warm) begun = process.hrtime.bigint();
    if (done === Number(count)) resolve(process.hrtime.bigint());
  });
});
const runner = await run({
  connectionString,
  concurrency: Number(concurrency),
  noHandleSignals: true,
  logger,
  events,
  taskList: { work: address ? post : async () => {} },
});
console.log((count - warm) / (Number((await ended) - begun) / 1e9));
await runner.stop();
await utils.release();
