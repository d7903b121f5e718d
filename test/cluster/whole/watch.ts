import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

/**
 * What came of questions: the whole answer; less, which it said; an error that says to try again; or nothing, as the app is not
 * there.
 */
type Outcome = 'complete' | 'partial' | 'refused' | 'nothing';

/** Between two questions, at least and at most; between, five times the time of the last answer, so that the questions are not the load. */
const [pauseMs, longPauseMs] = [300, 2000];
/** Longer than an app lets a report take, even on a busy machine. */
const timeoutMs = 120_000;
/** Far longer than a fault takes. */
const standstillMs = 240_000;

const said = z.object({ error: z.object({ message: z.string() }) });

/** @param apps addresses by name */
export function watchReports(apps: Readonly<Record<string, string>>, key: string) {
  let expected: ReadonlyMap<string, string> = new Map();
  const counts = new Map<string, Record<Outcome, number>>();
  const unanswered = new Map<string, string[]>();
  const wrong: string[] = [];
  let stopped = false;
  let paused = false;
  let underWay = 0;

  async function ask(name: string, url: string, path: string): Promise<Outcome> {
    const asked = Date.now();
    let status: number;
    let text: string;
    let lacks: string | null;
    try {
      const headers = { authorization: `Bearer ${key}` };
      const response = await fetch(`${url}${path}`, { headers, signal: AbortSignal.timeout(timeoutMs) });
      status = response.status;
      lacks = response.headers.get('x-partial');
      text = await response.text();
    } catch (error) {
      const { cause } = error instanceof Error ? error : {};
      unanswered.get(name)?.push(`${path} after ${Date.now() - asked} ms: ${error} (${cause})`);
      return 'nothing';
    }
    if (status === 200 && lacks === null && text === expected.get(path)) return 'complete';
    // Two, when one is back just as the other goes.
    if (status === 200 && lacks !== null && /^shard \d(, shard \d)?$/.test(lacks)) return 'partial';
    if ((status === 503 || status === 504) && said.safeParse(parsed(text)).success) return 'refused';
    wrong.push(`${url}${path}\n${status}, x-partial ${lacks}: ${text.slice(0, 1000)}`);
    return 'nothing';
  }

  async function askAgainAndAgain(name: string, url: string): Promise<void> {
    const own = { complete: 0, partial: 0, refused: 0, nothing: 0 };
    counts.set(name, own);
    unanswered.set(name, []);
    while (!stopped) {
      for (const path of expected.keys()) {
        while (paused && !stopped) await sleep(20);
        if (stopped) return;
        const asked = Date.now();
        underWay++;
        own[await ask(name, url, path)]++;
        underWay--;
        await sleep(Math.min(Math.max(pauseMs, 5 * (Date.now() - asked)), longPauseMs));
      }
    }
  }
  let loops: Promise<void>[] = [];
  const fail = () => {
    if (wrong.length > 0) throw new Error(`Wrong answers:\n${wrong.slice(0, 3).join('\n\n')}`);
  };
  const countsOf = (name: string) => counts.get(name) ?? { complete: 0, partial: 0, refused: 0, nothing: 0 };
  return {
    /** @param whole the whole answers by path */
    begin(whole: ReadonlyMap<string, string>) {
      expected = whole;
      loops = Object.entries(apps).map(([name, url]) => askAgainAndAgain(name, url));
    },
    counts: (name: string): Readonly<Record<Outcome, number>> => ({ ...countsOf(name) }),
    /** Why there was no answer, of each of the outcomes `nothing`. */
    unanswered: (name: string) => [...(unanswered.get(name) ?? [])],
    /** Resolves after so many more outcomes of these kinds. @throws an Error about an answer that was wrong */
    async more(name: string, outcomes: readonly Outcome[], count = 1): Promise<void> {
      const sum = () => outcomes.reduce((total, outcome) => total + countsOf(name)[outcome], 0);
      const goal = sum() + count;
      const deadline = Date.now() + standstillMs;
      while (sum() < goal) {
        fail();
        if (Date.now() > deadline)
          throw new Error(`${name} gives no ${outcomes.join(' or ')}: ${JSON.stringify(countsOf(name))}`);
        await sleep(pauseMs);
      }
    },
    /** Asks nothing more until it is resumed; resolves when every question was answered or had failed. */
    async pause() {
      paused = true;
      while (underWay > 0) await sleep(20);
    },
    resume() {
      paused = false;
    },
    /** @throws an Error with the first answers that were neither complete nor said that they were not */
    async stop() {
      stopped = true;
      await Promise.all(loops);
      fail();
    },
  };
}

/** Asks reports about rows that no longer change, again and again, and compares every answer. */
export type Watch = ReturnType<typeof watchReports>;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
