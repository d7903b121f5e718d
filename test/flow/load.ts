import { setTimeout as sleep } from 'node:timers/promises';
import { uuid7 } from '../harness/clickhouse.ts';

/** Which pageviews were sent, and which of them were answered 202. */
export interface Ledger {
  sent: Set<string>;
  acknowledged: Set<string>;
}

export interface Load {
  ledger: Ledger;
  /** Resolves once so many more pings were acknowledged than now. */
  acknowledgedMore(count: number): Promise<void>;
  stop(): Promise<void>;
}

/** All pings of the load are this site's, so that no other visit of a test is taken for one of them. */
export const loadSite = 'load';

/**
 * Sends pageviews one after the other over a few connections until it is stopped, each in a session of its own,
 * and keeps account. A ping without a 202 is not sent again: whether it is stored is open, and the ledger says so.
 * @param ledger of an earlier load, to go on with
 */
export function startLoad(
  pingUrl: string,
  ledger: Ledger = { sent: new Set(), acknowledged: new Set() },
): Load {
  let stopped = false;

  async function send(): Promise<void> {
    const pageview_id = uuid7(Date.now());
    ledger.sent.add(pageview_id);
    const ping = {
      site_id: loadSite,
      url: 'https://example.org/load',
      pageview_id,
      session_id: pageview_id,
      visitor_id: pageview_id,
    };
    const response = await fetch(pingUrl, {
      method: 'POST',
      headers: { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0' },
      body: JSON.stringify(ping),
      signal: AbortSignal.timeout(15_000),
    });
    await response.arrayBuffer();
    if (response.status === 202) ledger.acknowledged.add(pageview_id);
  }

  async function sendOn(): Promise<void> {
    while (!stopped) {
      await send().catch(() => sleep(50));
      await sleep(1);
    }
  }

  const senders = Array.from({ length: 4 }, sendOn);
  return {
    ledger,
    async acknowledgedMore(count) {
      const goal = ledger.acknowledged.size + count;
      while (ledger.acknowledged.size < goal && !stopped) await sleep(20);
    },
    async stop() {
      stopped = true;
      await Promise.all(senders);
    },
  };
}
