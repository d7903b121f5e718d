import { randomUUID } from 'node:crypto';
import { type Holder, isGone, thisProcess } from '@tallyhouse/service';
import { decodeOffsets, encodeOffsets } from './offsets.ts';
import type { Store } from './store.ts';

/** A stopped process loses its group after this time, a dead one at once. */
export const defaultLeaseMs = 10_000;

/**
 * The right to read for a group, held by one reader among all processes. Every commit checks inside its own
 * transaction that the lease is still ours, so a former holder that wakes up cannot move a commit backwards.
 */
export interface Lease {
  /** Takes the lease when it is free and returns the group's commits; undefined while another reader has it. */
  claim(): Promise<bigint[] | undefined>;
  /** Renews the lease. False when another reader has taken it. */
  renew(): Promise<boolean>;
  /** Stores the partition's commit and renews the lease. False, with nothing stored, when another reader has taken it. */
  commit(partition: number, offset: bigint): Promise<boolean>;
  /** Frees the lease for the next reader. */
  release(): Promise<void>;
  /** Whether a living reader holds it. */
  isHeld(): boolean;
}

export function createLease(store: Store, group: string, clock: () => number, leaseMs: number): Lease {
  const leaseKey = `lease:${group}`;
  const commitsKey = `commits:${group}`;
  const token = randomUUID();
  const self = thisProcess();

  const isOurs = () => parse(store.state.get(leaseKey))?.token === token;
  const prolong = () => {
    store.state.putSync(leaseKey, format({ ...self, token, expires: clock() + leaseMs }));
  };
  const isFree = () => {
    const held = parse(store.state.get(leaseKey));
    if (!held || held.token === token || isGone(held)) return true;
    // Further ahead than any lease lasts: the clock was set back, and waiting for the expiry could take forever.
    return held.expires <= clock() || held.expires > clock() + 2 * leaseMs;
  };

  return {
    async claim() {
      // Checked outside first, so that waiting costs no transaction.
      if (!isFree()) return undefined;
      return store.transaction(() => {
        if (!isFree()) return undefined;
        prolong();
        const stored = store.state.get(commitsKey);
        if (stored) return decodeOffsets(stored);
        // A new group starts at the oldest message; from now on nothing that it has not read is trimmed.
        const starts = store.starts();
        store.state.putSync(commitsKey, encodeOffsets(starts));
        return starts;
      });
    },
    renew: () =>
      store.transaction(() => {
        if (!isOurs()) return false;
        prolong();
        return true;
      }),
    commit: (partition, offset) =>
      store.transaction(() => {
        const stored = store.state.get(commitsKey);
        if (!stored || !isOurs()) return false;
        const commits = decodeOffsets(stored);
        commits[partition] = offset;
        store.state.putSync(commitsKey, encodeOffsets(commits));
        prolong();
        return true;
      }),
    release: () =>
      store.transaction(() => {
        if (isOurs()) store.state.removeSync(leaseKey);
      }),
    isHeld: () => isOurs() || !isFree(),
  };
}

interface HeldLease extends Holder {
  token: string;
  expires: number;
}

function format(lease: HeldLease): Buffer {
  return Buffer.from(`${lease.token} ${lease.pid} ${lease.expires} ${lease.started}`);
}

function parse(stored: Buffer | undefined): HeldLease | undefined {
  if (!stored) return undefined;
  const [token = '', pid, expires, started = ''] = stored.toString().split(' ');
  return { token, pid: Number(pid), expires: Number(expires), started };
}
