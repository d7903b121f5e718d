import { setTimeout as sleep } from 'node:timers/promises';
import { expectAgreement } from './check/agree.ts';
import { type Finding, readStored } from './check/stored.ts';
import { key } from './cluster/cluster.ts';
import type { Place } from './cluster/place.ts';
import { form } from './form.ts';
import { record } from './record.ts';
import { type Load, startLoad, type Traffic } from './traffic/load.ts';
import { createRandom, type Random } from './traffic/random.ts';

/** The system, and the load on it, that a fault is injected into. */
export interface Scene<System> {
  system: System;
  load: Load;
  /** How often to do it. */
  times: number;
  random: Random;
  /** To be called each time that it was done. */
  injected(): void;
}

export interface Fault<System> {
  /** Its row in the table. */
  id: string;
  title: string;
  /** 0: it is left out of that form. */
  times: { short: number; long: number };
  /** What it takes to do, if the system has to start otherwise than usual. */
  needs?: 'older schema';
  inject(scene: Scene<System>): Promise<void>;
}

/** Does it as often as it is to be done. */
export const each =
  <System>(act: (scene: Scene<System>, time: number) => Promise<void>) =>
  async (scene: Scene<System>): Promise<void> => {
    for (let time = 0; time < scene.times; time++) await act(scene, time);
  };

/** Faults of one kind of system. */
export interface Group<System extends Place> {
  /** What it is, for the names of the tests. */
  system: string;
  start(faults: readonly Fault<System>[]): Promise<System>;
  faults: readonly Fault<System>[];
  /** Other than usual. */
  traffic?: Traffic;
  /** Ingest may replace sent ids by its own, always by the same one. */
  derivedIds?: boolean;
  /** Looks on while faults are done. @returns what ends it, and fails if it saw anything wrong */
  watch?(scene: Pick<Scene<System>, 'system' | 'load' | 'random'>): Promise<() => Promise<void>>;
  timeoutMs?: number;
}

/**
 * A test for each seed: starts the system and a steady load, does one fault after the other, waiting after each until all is stored, and
 * then holds everything stored and reported with the ledger of what was sent. In the long form each fault has its own test and system.
 */
export function testFaults<System extends Place>(group: Group<System>): void {
  for (const faults of form.lots(group.faults)) {
    const [first, ...others] = faults;
    if (first === undefined) continue;
    const title = others.length > 0 ? `${faults.length} faults in a row` : `${first.id} ${first.title}`;
    const timeoutMs = group.timeoutMs ?? form.choose({ short: 900_000, long: 3_600_000 });
    test.each(form.seeds)(
      `${group.system} stores each acknowledged ping once through ${title} (seed %i)`,
      (seed) => expectNothingLost(group, faults, seed, timeoutMs - endingMs),
      timeoutMs,
    );
  }
}

/** How long the system may take to end. */
const endingMs = 60_000;

async function expectNothingLost<System extends Place>(
  group: Group<System>,
  faults: readonly Fault<System>[],
  seed: number,
  withinMs: number,
): Promise<void> {
  const system = await group.start(faults);
  const load = startLoad({ seed, urls: () => system.pingUrls(), key, traffic: group.traffic ?? {} });
  const { ledger } = load;
  let endWatch = async () => {};
  const run = async () => {
    await load.acknowledgedMore(50);
    const random = createRandom(`${seed} watch`);
    endWatch = (await group.watch?.({ system, load, random })) ?? endWatch;
    const done: { fault: Fault<System>; times: number; recovery: number }[] = [];
    for (const fault of faults) {
      ledger.during = fault.title;
      const random = createRandom(`${seed} ${fault.title}`);
      done.push({ fault, ...(await doIt(fault, { system, load, random })) });
    }
    ledger.during = 'no fault any more';
    await endWatch();
    endWatch = async () => {};
    await load.stop();
    await system.settled();
    const stored = await readStored(system.clients, ledger, group.derivedIds ?? false);
    const agreement = expectAgreement(stored, system);
    const differing = await agreement.then(() => 0).catch(() => 1);
    for (const { fault, times, recovery } of done) {
      const { id, title } = fault;
      const count = (of: readonly Finding[]) => of.filter(({ during }) => during === title).length;
      const { lost, doubled, redelivered } = stored;
      const counts = { lost: count(lost), doubled: count(doubled), redelivered: count(redelivered) };
      record({ id, title, seed, times, ...ledger.outcomesDuring(title), ...counts, recovery, differing });
    }
    await agreement;
  };
  // A wait without an end is named by what was in progress, which Jest's own limit does not say.
  const overtime = new AbortController();
  const tooLong = sleep(withinMs, undefined, { signal: overtime.signal }).then(() => {
    throw new Error(`It is not over after ${withinMs / 1000} s.`);
  });
  try {
    await Promise.race([run(), tooLong]);
  } catch (error) {
    const { acknowledged, open, during } = ledger;
    const progress = `in progress: ${during}. ${acknowledged} acknowledged, ${open} open.`;
    process.stderr.write(`Failed with FAULTS_SEEDS=${seed}; ${progress}\n${system.output().slice(-6000)}\n`);
    throw error;
  } finally {
    tooLong.catch(() => {});
    overtime.abort();
    await load.stop().catch(() => {});
    await endWatch().catch(() => {});
    await system.stop();
  }
}

/** Does a fault, and waits until all that the log holds is stored. */
async function doIt<System extends Place>(
  fault: Fault<System>,
  scene: Pick<Scene<System>, 'system' | 'load' | 'random'>,
): Promise<{ times: number; recovery: number }> {
  let count = 0;
  await scene.load.acknowledgedMore(20);
  await fault.inject({ ...scene, times: form.times(fault), injected: () => void count++ });
  expect({ title: fault.title, injected: count > 0 }).toEqual({ title: fault.title, injected: true });
  const fixedAt = performance.now();
  await scene.system.settled();
  const recovery = Number(((performance.now() - fixedAt) / 1000).toFixed(1));
  await scene.load.acknowledgedMore(20);
  return { times: count, recovery };
}
