import { type LogMessage, LogUnavailableError } from '@tallyhouse/log';
import { encodeRow, type PingRow } from '@tallyhouse/ping';
import { HttpError } from '@tallyhouse/service';
import type { AppendBuffer } from './append-buffer.ts';
import type { Sender } from './pipeline/arrival.ts';
import { isLoopback, senderNetwork } from './pipeline/ip-address.ts';
import type { DropReason } from './pipeline/outcome.ts';
import type { Pipeline } from './pipeline/pipeline.ts';
import type { RateLimit } from './rate-limit.ts';

/** What became of a request's entries, by their index. `accepted` and `dropped` ones are in the log for good. */
export interface Receipt {
  accepted: number;
  dropped: { index: number; reason: DropReason }[];
  rejected: { index: number; parameter: string | undefined; message: string }[];
}

/** Sends entries through the pipeline and the rows into the log. */
export type Intake = (entries: readonly unknown[], sender: Sender) => Promise<Receipt>;

export interface IntakeDeps {
  pipeline: Pipeline;
  buffer: AppendBuffer;
  /** For senders without the key. IPv6 addresses count by their /64. */
  perAddress: RateLimit;
  perSite: RateLimit;
}

/** @throws (the intake) HttpError 429, or 503 when the log did not acknowledge */
export function createIntake({ pipeline, buffer, perAddress, perSite }: IntakeDeps): Intake {
  return async (entries, sender) => {
    if (!sender.keyed && !isLoopback(sender.address)) {
      refuseOver(perAddress(senderNetwork(sender.address), entries.length, sender.receivedAt));
    }
    const receipt: Receipt = { accepted: 0, dropped: [], rejected: [] };
    const accepted: PingRow[] = [];
    const messages: LogMessage[] = [];
    for (let index = 0; index < entries.length; index++) {
      const outcome = pipeline({ entry: entries[index], sender });
      if (outcome.kind === 'ok') {
        accepted.push(outcome.value);
        // Pings of one session share a partition, so they reach the table in the order in which they came.
        messages.push({ key: outcome.value.session_id, value: encodeRow(outcome.value) });
      } else if (outcome.kind === 'drop') {
        receipt.dropped.push({ index, reason: outcome.reason });
        messages.push({ key: outcome.row.ping_id, value: encodeRow(outcome.row) });
      } else {
        receipt.rejected.push({ index, parameter: outcome.parameter, message: outcome.message });
      }
    }
    if (!sender.keyed) refuseOverAtSites(accepted, perSite, sender.receivedAt);
    try {
      if (messages.length > 0) await buffer.append(messages);
    } catch (error) {
      throw notStored(error);
    }
    receipt.accepted = accepted.length;
    return receipt;
  };
}

/** The 503 of an append that the log did not acknowledge; another error stays what it is. */
function notStored(error: unknown): unknown {
  if (!(error instanceof LogUnavailableError)) return error;
  return new HttpError('unavailable', 'The pings could not be stored. Send them again.', {
    headers: { 'Retry-After': '1' },
    cause: error,
  });
}

function refuseOverAtSites(rows: readonly PingRow[], perSite: RateLimit, now: number): void {
  const counts = new Map<string, number>();
  for (const { site_id } of rows) counts.set(site_id, (counts.get(site_id) ?? 0) + 1);
  for (const [site, count] of counts) refuseOver(perSite(site, count, now));
}

function refuseOver(waitSeconds: number): void {
  if (waitSeconds === 0) return;
  throw new HttpError('rate_limited', 'That is more pings than allowed. Slow down.', {
    headers: { 'Retry-After': String(waitSeconds) },
  });
}
