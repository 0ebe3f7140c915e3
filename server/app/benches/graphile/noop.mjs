// Does jobs that do nothing with graphile-worker, and prints how many it does a second once the
// first tenth of them is done.
import { EventEmitter } from "node:events";
import { Logger, makeWorkerUtils, run } from "graphile-worker";

const [connectionString, concurrency, count] = process.argv.slice(2);
const logger = new Logger(() => () => {});

const utils = await makeWorkerUtils({ connectionString, logger });
await utils.migrate();
await utils.withPgClient(async (client) => {
  await client.query("SELECT graphile_worker.add_job('noop', '{}') FROM generate_series(1, $1)", [count]);
  await client.query("ANALYZE");
});

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
  taskList: { noop: async () => {} },
});
console.log((count - warm) / (Number((await ended) - begun) / 1e9));
await runner.stop();
await utils.release();
