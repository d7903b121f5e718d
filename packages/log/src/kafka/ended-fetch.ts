/**
 * Ends the fetching that kafkajs goes on with after its end: when the brokers change just then, it stops the earlier fetchers and starts new
 * ones, which look for the next batch without a pause. No timer fires any more, not even the one that limits how long a shutdown may take.
 */
import Runner from 'kafkajs/src/consumer/runner.js';

let patched = false;

/** Call this before the first consumer runs. */
export function patchEndedFetches(): void {
  if (patched) return;
  patched = true;
  const { fetch } = Runner.prototype;
  Runner.prototype.fetch = function (nodeId) {
    // It waits for the end of this fetch too.
    if (!this.running) void this.fetchManager.stop();
    return fetch.call(this, nodeId);
  };
}
