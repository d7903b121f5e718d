import type { PingRow } from '@tallyhouse/ping';
import { expectAgreement } from './agree.ts';
import type { ReportRequest } from './request/request.ts';
import { urlOf } from './request/url.ts';
import { smallest } from './smallest.ts';
import type { Stage } from './stage.ts';
import type { Traffic } from './traffic/traffic.ts';

async function difference(
  stage: Stage,
  traffic: Traffic,
  request: ReportRequest,
): Promise<string | undefined> {
  const { send, resolve } = await stage.store(traffic);
  const [answer = ''] = await send([request]);
  try {
    expectAgreement(request, resolve(request), answer);
    return undefined;
  } catch (error) {
    return `${error}`;
  }
}

/** Explains a disagreement, whichever side is wrong: the request, and the fewest pings that show it. */
export async function explain(stage: Stage, traffic: Traffic, request: ReportRequest): Promise<string> {
  const without = (pings: PingRow[]): Traffic => ({
    ...traffic,
    pings,
    batches: traffic.batches.map((batch) => batch.filter((ping) => pings.includes(ping))),
  });
  const pings = await smallest(traffic.pings, async (fewer) =>
    Boolean(await difference(stage, without(fewer), request)),
  );
  const { batches } = without(pings);
  const inBatches = (ping: PingRow) =>
    batches.flatMap((batch, index) => (batch.includes(ping) ? [index] : []));
  return [
    decodeURIComponent(urlOf(request, `${request.site}`).replaceAll('+', ' ')),
    (await difference(stage, without(pings), request)) ?? 'Asked once more, it agrees.',
    `${pings.length} pings:`,
    ...pings
      .slice(0, 12)
      .map((ping) =>
        JSON.stringify({ ...ping, pinged_at: new Date(ping.pinged_at), batches: inBatches(ping) }),
      ),
  ].join('\n');
}
