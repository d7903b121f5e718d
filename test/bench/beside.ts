import { percentile, took } from './statistics.ts';

/** Ends what was begun. */
type Stop = () => Promise<unknown>;

/** Measures without something that is going on, and with it, in turn, so that whatever else the machine does affects both alike. */
export async function besideAndAlone<Value>(
  rounds: number,
  measure: () => Promise<Value>,
  begin: () => Promise<Stop>,
): Promise<{ alone: Value[]; beside: Value[] }> {
  const [alone, beside]: [Value[], Value[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    alone.push(await measure());
    const stop = await begin();
    beside.push(await measure());
    await stop();
  }
  return { alone, beside };
}

/** Does each work again as soon as it is done, at the same time as the others, until it is stopped. */
export function inLoops(works: readonly (() => Promise<unknown>)[]): Stop {
  let over = false;
  const loops = works.map(async (work) => {
    while (!over) await work();
  });
  return () => {
    over = true;
    return Promise.all(loops);
  };
}

/** The median times of works that are done in turn, milliseconds. */
export async function mediansInTurn(
  { warmUps, asked }: { warmUps: number; asked: number },
  works: readonly ((round: number) => Promise<unknown>)[],
): Promise<number[]> {
  const times = works.map((): number[] => []);
  for (let round = 0; round < warmUps + asked; round++)
    for (const [index, work] of works.entries()) {
      const time = await took(() => work(round));
      if (round >= warmUps) times[index]?.push(time);
    }
  return times.map((all) => percentile(all, 0.5));
}
