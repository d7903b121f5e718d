/**
 * Keeps kafkajs' idle connections quiet. Everything else stays kafkajs' own. After each response a connection's queue of requests sets a
 * timer that looks for waiting ones, and so does every look, even when none waits: some 840 times a second and connection, for as long as
 * it is open. Only a queue with waiting requests needs it. And ten times a second each connection looks for requests without a response:
 * that requires one in flight.
 */
import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';

/** kafkajs's own polling interval. */
const lookMs = 100;

let patched = false;

/** Call this before the first connection. */
export function patchRequestQueues(): void {
  if (patched) return;
  patched = true;
  const { scheduleCheckPendingRequests: lookLater, sendSocketRequest: send } = RequestQueue.prototype;
  const watched = new WeakSet<RequestQueue>();

  RequestQueue.prototype.scheduleCheckPendingRequests = function () {
    if (this.pending.length > 0) lookLater.call(this);
  };
  // Begins with the first request instead.
  RequestQueue.prototype.scheduleRequestTimeoutCheck = () => {};
  RequestQueue.prototype.sendSocketRequest = function (request) {
    send.call(this, request);
    if (!this.enforceRequestTimeout || watched.has(this)) return;
    watched.add(this);
    const watch = setInterval(() => {
      for (const waiting of [...this.inflight.values()])
        if (Date.now() - waiting.sentAt > waiting.requestTimeout) waiting.timeoutRequest();
      if (this.inflight.size > 0) return;
      clearInterval(watch);
      watched.delete(this);
    }, lookMs);
  };
}
