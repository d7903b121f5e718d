/**
 * Keeps kafkajs' connections quiet while nothing waits to be sent. After each answer a connection's queue of requests sets a timer that
 * looks for waiting ones, and so does every look, even when none waits: some 840 times a second and connection, for as long as it is
 * open. Only a queue with waiting requests needs it. Everything else stays kafkajs' own.
 */
import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';

let patched = false;

/** Call this before the first connection. */
export function patchRequestQueues(): void {
  if (patched) return;
  patched = true;
  const { scheduleCheckPendingRequests: schedule } = RequestQueue.prototype;
  RequestQueue.prototype.scheduleCheckPendingRequests = function () {
    if (this.pending.length > 0) schedule.call(this);
  };
}
