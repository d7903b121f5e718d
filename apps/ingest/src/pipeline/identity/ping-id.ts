import { hexTime } from '@tallyhouse/ping';

interface Received {
  sender: { receivedAt: number };
}

/**
 * Creates the ids of pings, one at receipt, so that a producer's retry differs from a second ping.
 *
 *     48 bits  milliseconds of receipt, running backwards only for a clock that was set back by over a minute: lag is measured by them
 *     12 bits  random, one value a process
 *     30 bits  counter, not reset between milliseconds, at the start of the second half
 *     32 bits  random, one value a process
 *
 * The counter is there because ClickHouse sorts UUIDs by their second half first: the pings of one batch, all of one
 * millisecond, keep their order in the table. The other bits hardly change from ping to ping, on purpose: that
 * compresses well. Two processes create the same id only if 44 random bits, the counter and the millisecond agree.
 */
export function createPingIds(random: (size: number) => Uint8Array): (ping: Received) => string {
  const hex = Buffer.from(random(6)).toString('hex');
  const processGroup = hex.slice(0, 3);
  const processTail = hex.slice(3, 11);
  let latest = 0;
  let front = '';
  let counter = 0;
  return ({ sender: { receivedAt } }) => {
    if (receivedAt > latest || receivedAt < latest - 60_000) {
      latest = receivedAt;
      front = `${hexTime(latest)}-7${processGroup}-`;
    }
    counter = (counter + 1) & 0x3fffffff;
    const second = (0x80000000 + counter).toString(16);
    return `${front}${second.slice(0, 4)}-${second.slice(4)}${processTail}`;
  };
}
