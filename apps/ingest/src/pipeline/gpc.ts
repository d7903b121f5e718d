import type { Sender } from './arrival.ts';
import { drop, type Outcome, ok } from './outcome.ts';

/** Drops pings of browsers that ask for privacy. A server that passes on its visitor's header asks for the same. */
export function dropGpc(drops: boolean) {
  return <T extends { sender: Sender }>(arrived: T): Outcome<T> =>
    drops && arrived.sender.gpc ? drop('gpc') : ok(arrived);
}
