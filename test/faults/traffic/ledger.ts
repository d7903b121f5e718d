import type { PingRow } from '@tallyhouse/ping';

/** The values of a row once it is stored. The service gives its id and the time of receipt. */
export type Expected = Omit<PingRow, 'ping_id' | 'received_at' | 'pinged_at'> & {
  /** Undefined: the time of receipt counts. */
  pinged_at: number | undefined;
};

/**
 * Acknowledged: 202, so it must be stored. Dropped: 202 with a reason, so the fact must be stored. Open: no 202, so it may
 * be stored or not.
 */
type Outcome = 'open' | 'acknowledged' | 'dropped';

export interface Entry {
  expected: Expected;
  outcome: Outcome;
  /** It has to be dropped. */
  bot: boolean;
  /** What was being done to the service when it was sent. */
  during: string;
}

/** Every ping that was ever sent, by its mark: a unique text in `utm_content`. */
export class Ledger {
  readonly entries = new Map<string, Entry>();
  /** The fault in progress. */
  during = 'no fault yet';
  acknowledged = 0;
  dropped = 0;
  open = 0;
  /** Requests that were answered 503. */
  refused = 0;

  /** To be called before the ping leaves. */
  sending({ expected, bot }: Pick<Entry, 'expected' | 'bot'>): void {
    this.entries.set(expected.utm_content, { expected, outcome: 'open', bot, during: this.during });
    this.open++;
  }

  answered(mark: string, outcome: 'acknowledged' | 'dropped'): void {
    const entry = this.entries.get(mark);
    if (entry?.outcome !== 'open') throw new Error(`${mark} was answered twice, or never sent.`);
    entry.outcome = outcome;
    this[outcome]++;
    this.open--;
  }

  /** What became of the pings that were sent during a fault. */
  outcomesDuring(fault: string): { acknowledged: number; open: number } {
    const sent = [...this.entries.values()].filter(({ during }) => during === fault);
    const open = sent.filter(({ outcome }) => outcome === 'open').length;
    return { acknowledged: sent.length - open, open };
  }
}
