import { setTimeout as sleep } from 'node:timers/promises';
import { form } from '../form.ts';
import { Ledger } from './ledger.ts';
import { createRandom } from './random.ts';
import { type Ping, planSession, type Request } from './session.ts';

export interface LoadOptions {
  seed: number;
  /** Where pings are received, now; one of them is taken for each request, as a load balancer does. */
  urls: () => readonly string[];
  key: string;
  traffic: Traffic;
}

export interface Traffic {
  /** The visitors' clocks, milliseconds since 1970. */
  clock?: () => number;
  /** Without senders that use the key and state the time. */
  browsersOnly?: boolean;
  /** At once. */
  visitors?: number;
}

/** Visitors at once, unless it is said otherwise, each waiting that long between its requests: some 250 pings a second, 30 in the short form. */
const usualVisitors = form.choose({ short: 6, long: 20 });
const pauseMs = form.choose({ short: 200, long: 100 });
const timeoutMs = 15_000;
/** Far longer than a few hundred pings take, even after an outage. */
const standstillMs = 240_000;

/**
 * Visitors who come and go until it is stopped. What is not answered 202 stays open in the ledger; half of it is sent
 * again, as browsers do, as further pings with the same ids.
 */
export function startLoad({ seed, urls, key, traffic }: LoadOptions) {
  const { clock = Date.now, browsersOnly = false, visitors = usualVisitors } = traffic;
  const ledger = new Ledger();
  let stopped = false;
  let sessions = 0;
  let repeats = 0;
  let paused = false;
  let underWay = 0;
  const waiting = new Map<string, () => void>();

  async function deliver({ pings, userAgent, keyed }: Request, url: string): Promise<boolean> {
    for (const ping of pings) ledger.sending(ping);
    const [only] = pings;
    const body = pings.length === 1 ? only?.body : pings.map((ping) => ping.body);
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'User-Agent': userAgent, ...(keyed && { Authorization: `Bearer ${key}` }) },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    if (response.status === 503 && response.headers.has('retry-after')) {
      ledger.refused++;
      return false;
    }
    if (response.status !== 202) throw new UnexpectedAnswer(`${response.status} ${text}`);
    const dropped = pings.flatMap((ping, index) => (ping.bot ? [{ index, reason: 'bot' }] : []));
    const answer = JSON.stringify({ accepted: pings.length - dropped.length, dropped });
    if (text !== answer) throw new UnexpectedAnswer(`${text} instead of ${answer}`);
    for (const { bot, expected } of pings) {
      ledger.answered(expected.utm_content, bot ? 'dropped' : 'acknowledged');
    }
    waiting.get(url)?.();
    return true;
  }

  /** False when nothing, or 503, came back. */
  async function tryToSend(request: Request, url: string): Promise<boolean> {
    underWay++;
    try {
      return await deliver(request, url);
    } catch (error) {
      if (error instanceof UnexpectedAnswer) throw error;
      return false;
    } finally {
      underWay--;
    }
  }

  async function visit(number: number): Promise<void> {
    const random = createRandom(`${seed} ${number} sends`);
    for (const request of planSession(seed, number, clock(), browsersOnly)) {
      for (let next: Request | undefined = request; next && !stopped; ) {
        while (paused && !stopped) await sleep(20);
        const [url, ...others] = urls();
        const acknowledged: boolean =
          url !== undefined && (await tryToSend(next, random.one([url, ...others])));
        next = !acknowledged && random.chance(0.5) ? sentAgain(next, `again ${++repeats}`) : undefined;
        await sleep(pauseMs);
      }
    }
  }

  let failure: unknown;
  async function visitOn(): Promise<void> {
    try {
      while (!stopped) await visit(sessions++);
    } catch (error) {
      failure ??= error;
      stopped = true;
    }
  }
  const running = Array.from({ length: visitors }, visitOn);
  return {
    ledger,
    /** Sends these besides, one after the other, each again until it is acknowledged. */
    async send(requests: readonly Request[]) {
      for (const request of requests) {
        for (let next = request; !(await tryToSend(next, urls()[0] ?? '')); ) {
          next = sentAgain(next, `again ${++repeats}`);
          await sleep(pauseMs);
        }
      }
    },
    /** Resolves once this number of further pings was acknowledged. */
    async acknowledgedMore(count: number): Promise<void> {
      const goal = ledger.acknowledged + count;
      const deadline = Date.now() + standstillMs;
      while (ledger.acknowledged < goal && !stopped) {
        if (Date.now() > deadline)
          throw new Error(`Only ${ledger.acknowledged} of ${goal} are acknowledged.`);
        await sleep(20);
      }
      if (failure) throw failure;
      if (ledger.acknowledged < goal) throw new Error('The load was stopped.');
    },
    /** Resolves at the moment at which this address acknowledges another request. */
    acknowledgedBy: (url: string) => new Promise<void>((resolve) => waiting.set(url, resolve)),
    /** Pauses; resolves when every request was answered or had failed. */
    async pause() {
      paused = true;
      while (underWay > 0) await sleep(20);
    },
    resume() {
      paused = false;
    },
    /** Stops; resolves when every request was answered or had failed. */
    async stop() {
      stopped = true;
      await Promise.all(running);
      if (failure) throw failure;
    },
  };
}

export type Load = ReturnType<typeof startLoad>;

/** Neither 202 as it should be nor 503: the service is wrong, or the load is. */
class UnexpectedAnswer extends Error {
  override name = 'UnexpectedAnswer';
}

function sentAgain(request: Request, mark: string): Request {
  const pings = request.pings.map((ping, index): Ping => {
    const utm_content = `${mark} ${index}`;
    return { ...ping, body: { ...ping.body, utm_content }, expected: { ...ping.expected, utm_content } };
  });
  return { ...request, pings };
}
