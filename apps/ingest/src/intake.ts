import { type LogMessage, LogUnavailableError } from '@tallyhouse/log';
import { encodeCrawl, encodeRow, keyOf, type PingRow } from '@tallyhouse/ping';
import { HttpError, invalidParameter, type TokenBuckets } from '@tallyhouse/service';
import { type Charge, overLimit, tokensOf } from './allowance.ts';
import type { AppendBuffer } from './append-buffer.ts';
import type { DropReason, Pipeline, Sender } from './pipeline/index.ts';

/** The outcome of a request's entries, by index. Those accepted or dropped are durable in the log. */
export interface Receipt {
  accepted: number;
  dropped: { index: number; reason: DropReason }[];
  rejected: { index: number; parameter: string | undefined; message: string }[];
}

/** Runs entries through the pipeline and appends the rows to the log. */
export type Intake = (entries: readonly unknown[], sender: Sender, charge: Charge) => Promise<Receipt>;

export interface IntakeDeps {
  pipeline: Pipeline;
  buffer: AppendBuffer;
  perSite: TokenBuckets;
  countSite: (siteId: string) => void;
}

/** @throws (the intake) HttpError 400 when the key is not for a site, 429, or 503 when the log did not acknowledge */
export function createIntake({ pipeline, buffer, perSite, countSite }: IntakeDeps): Intake {
  return async (entries, sender, charge) => {
    charge.require(entries.length);
    charge.pay(entries.length);
    const receipt: Receipt = { accepted: 0, dropped: [], rejected: [] };
    const accepted: PingRow[] = [];
    const messages: LogMessage[] = [];
    for (let index = 0; index < entries.length; index++) {
      const outcome = pipeline({ entry: entries[index], sender });
      if (outcome.kind === 'ok') {
        accepted.push(outcome.value);
        messages.push({ key: keyOf(outcome.value), value: encodeRow(outcome.value) });
      } else if (outcome.kind === 'drop') {
        receipt.dropped.push({ index, reason: outcome.reason });
        messages.push({ key: outcome.row.ping_id, value: encodeRow(outcome.row) });
        if (outcome.crawl) messages.push({ key: outcome.crawl.id, value: encodeCrawl(outcome.crawl) });
      } else if (outcome.kind === 'forbidden') {
        throw foreignSite(outcome.siteId);
      } else {
        receipt.rejected.push({ index, parameter: outcome.parameter, message: outcome.message });
      }
    }
    if (!sender.keyed) refuseOverAtSites(accepted, perSite);
    // Replaced bytes of broken UTF-8 and a page taken from a header can make rows larger than the body.
    charge.pay(tokensOf(bytesOf(messages)));
    try {
      if (messages.length > 0) await buffer.append(messages);
    } catch (error) {
      throw notStored(error);
    }
    for (const { site_id } of accepted) countSite(site_id);
    receipt.accepted = accepted.length;
    return receipt;
  };
}

/** The 503 for an append that the log did not acknowledge; other errors are returned unchanged. */
export function notStored(error: unknown): unknown {
  if (!(error instanceof LogUnavailableError)) return error;
  return new HttpError('unavailable', 'The pings could not be stored. Please try again.', {
    headers: { 'Retry-After': '1' },
    cause: error,
  });
}

/** The 400 for a site outside the key's sites. */
export const foreignSite = (siteId: string): HttpError =>
  invalidParameter('site_id', `This key is not for the site ${siteId}. Nothing was stored.`);

function refuseOverAtSites(rows: readonly PingRow[], perSite: TokenBuckets): void {
  const counts = new Map<string, number>();
  for (const { site_id } of rows) counts.set(site_id, (counts.get(site_id) ?? 0) + 1);
  for (const [site, count] of counts) {
    const bucket = perSite.of(site);
    const waitSeconds = bucket.wait(count);
    if (waitSeconds > 0) throw overLimit(waitSeconds);
    bucket.spend(count);
  }
}

function bytesOf(messages: readonly LogMessage[]): number {
  let bytes = 0;
  for (const { value } of messages) bytes += value.length;
  return bytes;
}
