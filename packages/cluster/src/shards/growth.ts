/** The changes for a cluster to get more partitions, and perhaps more shards. */

import type { Connection } from '@tallyhouse/clickhouse';
import { stepsText } from '@tallyhouse/log';
import { idLead } from '@tallyhouse/ping';
import { grownMap, highestShard } from './grown-map.ts';
import {
  lostTables,
  nameOf,
  noMapYet,
  refuseOtherMigrations,
  refuseOtherPlaces,
  refuseSameServer,
  ShardError,
  usedBefore,
} from './judge.ts';
import { type MapEntry, textOf } from './shard-map.ts';
import { hostOf, noId, type ShardState } from './state.ts';

/** The settings, and the current log. */
export interface Wanted {
  /** How many CLICKHOUSE_SHARDS names. */
  shards: number;
  /** The steps of KAFKA_PARTITIONS: from a time on (milliseconds since 1970), sessions are divided among these partitions. */
  steps: readonly { from: number; partitions: number }[];
  /** The offset after the last message of each partition of the topic. */
  ends: readonly bigint[];
  /** Milliseconds since 1970. */
  now: number;
}

export interface Growth {
  cluster: string;
  /** The target map of every shard. */
  map: readonly MapEntry[];
  /** The current map: the same when there is nothing to do. */
  before: { partitions: number; shards: number };
  /** From when on sessions use the new partitions; undefined when the time does not matter. */
  cutover: number | undefined;
  added: readonly ShardState[];
  /** The shards that lack the map, or their number, in the order in which they are written: the new ones first. */
  toWrite: readonly ShardState[];
  /** Whether the topic lacks partitions. */
  growsTopic: boolean;
}

/**
 * How many minutes ahead a step has to be. Session ids may be ahead of the clock (`idLead` in packages/ping/src/id-bounds.ts), and none of
 * them may be from after the step before every ingest process knows of it.
 */
export const leadMinutes = idLead / 60_000 + 5;
const hourMs = 60 * 60_000;

/** KAFKA_PARTITIONS with a further step, an hour later than it has to be. The earlier steps stay: sessions are found by them. */
export function furtherStep({ steps, now }: Pick<Wanted, 'steps' | 'now'>, partitions: number): string {
  const known = steps.length > 1 ? steps : [{ from: 0, partitions }];
  const earliest = Math.max(now + leadMinutes * 60_000, known.at(-1)?.from ?? 0);
  const from = Math.ceil(earliest / hourMs + 1) * hourMs;
  return stepsText([...known, { from, partitions: 2 * partitions }]);
}

/**
 * Compares the state of the shards and the topic with the settings. New shards get the map and their number before the others get the map,
 * and the topic grows last. So a shard without a number that another one's map names has lost its tables, and partitions without a map were
 * added by hand.
 * @param states of all shards, in order
 * @throws ShardError that says why it is impossible, and what to do
 */
export function growthOf(states: readonly ShardState[], wanted: Wanted): Growth {
  refuseSameServer(states);
  refuseOtherMigrations(states);
  const known = states.filter(({ identities }) => identities.length > 0);
  refuseOtherPlaces(known);
  const bySize = known.toSorted((one, other) => one.map.length - other.map.length);
  const [smallest, largest] = [bySize[0], bySize.at(-1)];
  const cluster = smallest?.identities[0]?.cluster;
  if (smallest === undefined || largest === undefined || cluster === undefined) {
    throw new ShardError(noMapYet);
  }
  const before = { partitions: smallest.map.length, shards: highestShard(smallest.map) };
  const begun = largest.map.length > before.partitions ? largest.map.length : undefined;
  const next = nextStep(before, begun, wanted);
  const added = states.filter(({ number }) => number > before.shards);
  const map = grownMap(smallest.map, next.partitions, wanted.shards);
  for (const state of states) refuseOtherState(state, smallest, { map, isNew: added.includes(state) });
  if (begun === undefined && added.length > 0) refuseTime(next, wanted.now);
  refuseTopic(wanted, before, { next, mayHaveMessages: begun !== undefined || added.length === 0 });
  const lacksMap = (state: ShardState) => state.identities.length === 0 || textOf(state.map) !== textOf(map);
  return {
    cluster,
    map,
    before,
    cutover: added.length > 0 ? next.from : undefined,
    added,
    toWrite: [...added, ...states.filter((state) => !added.includes(state))].filter(lacksMap),
    growsTopic: wanted.ends.length < next.partitions,
  };
}

/**
 * A new shard as it will be once it has its tables.
 * @param state its current one; undefined when it is unreachable
 * @param like one of the other shards
 */
export function asPrepared(
  state: ShardState | undefined,
  { number, connection }: { number: number; connection: Pick<Connection, 'url'> },
  like: ShardState,
): ShardState {
  const { migrations } = like;
  if (state !== undefined) return { ...state, migrations };
  const nothing = { tableId: noId, identities: [], map: [], hasPings: false };
  return { ...like, ...nothing, number, host: hostOf(connection), migrations };
}

type Step = Wanted['steps'][number];
type Before = Growth['before'];

/** @param begun the partitions of a map that a run has written on some shards only */
function nextStep(before: Before, begun: number | undefined, { shards, steps, ends, now }: Wanted): Step {
  const { partitions } = before;
  // All shards have the map, and only the topic is behind.
  const reached = steps.find((step) => step.partitions === partitions);
  if (reached !== undefined && ends.length < partitions && shards === before.shards) return reached;
  if (shards < before.shards) {
    throw new ShardError(
      `The map has ${before.shards} shards, but CLICKHOUSE_SHARDS has ${shards}. Name all of them, in the order of their first start.`,
    );
  }
  const next = steps.length === 1 ? onlyStep(partitions, steps) : stepAfter(partitions, steps);
  if (begun !== undefined && next?.partitions !== begun) {
    throw new ShardError(
      `A run for ${begun} partitions was interrupted, and KAFKA_PARTITIONS goes from ${partitions} to ${next?.partitions ?? partitions}. Run it again with the settings that it had.`,
    );
  }
  if (shards > before.shards && (next === undefined || next.from === 0)) {
    throw new ShardError(
      `CLICKHOUSE_SHARDS has ${shards - before.shards} more than the map. New shards get new partitions, from a time on that is at least ${leadMinutes} minutes ahead: set KAFKA_PARTITIONS=${furtherStep({ steps, now }, partitions)}, the same in every ingest process.`,
    );
  }
  return next ?? { from: 0, partitions };
}

function onlyStep(partitions: number, [step]: readonly Step[]): Step | undefined {
  if (step === undefined || step.partitions % partitions === 0) return step;
  throw new ShardError(
    `KAFKA_PARTITIONS is ${step.partitions}, which is no multiple of the ${partitions} partitions of the map: sessions would go to another shard. Take a multiple, such as ${partitions * 2}.`,
  );
}

function stepAfter(partitions: number, steps: readonly Step[]): Step | undefined {
  const index = steps.findIndex((step) => step.partitions === partitions);
  if (index >= 0) return steps[index + 1];
  throw new ShardError(
    `The map has ${partitions} partitions, which is none of the numbers in KAFKA_PARTITIONS. Its steps begin with the number of the first start, such as ${partitions},${partitions * 2}@<time>.`,
  );
}

function refuseOtherState(
  state: ShardState,
  smallest: ShardState,
  { map, isNew }: { map: readonly MapEntry[]; isNew: boolean },
): void {
  const isKnown = state.identities.length > 0;
  if (!isNew && !isKnown) throw new ShardError(lostTables(state));
  if (!isKnown && state.hasPings) throw new ShardError(usedBefore(state));
  const expected = [textOf(map), isKnown ? textOf(smallest.map) : ''];
  if (expected.includes(textOf(state.map))) return;
  throw new ShardError(
    `${nameOf(state)} has another map than these settings lead to. If a run was interrupted, run it again with the settings that it had; otherwise restore the table shard_map of the one that was changed.`,
  );
}

function refuseTime({ from, partitions }: Step, now: number): void {
  const minutes = Math.floor((from - now) / 60_000);
  if (minutes >= leadMinutes) return;
  const at = new Date(from).toISOString();
  throw new ShardError(
    `The step to ${partitions} partitions at ${at} is ${from <= now ? 'past' : `${minutes} minutes ahead`}. Set a time at least ${leadMinutes} minutes ahead in KAFKA_PARTITIONS, the same in every ingest process, and start them again before you run this.`,
  );
}

function refuseTopic(
  { ends, steps, now }: Wanted,
  { partitions, shards }: Before,
  { next, mayHaveMessages }: { next: Step; mayHaveMessages: boolean },
): void {
  const found = ends.length;
  if (found < partitions && (next.partitions !== partitions || partitions % found !== 0)) {
    throw new ShardError(
      `The topic has ${found} partitions, but the map has ${partitions}. Name the topic of the map (KAFKA_TOPIC).`,
    );
  }
  if (found > partitions && found !== next.partitions) {
    throw new ShardError(
      `The topic has ${found} partitions, and KAFKA_PARTITIONS goes from ${partitions} to ${next.partitions}: the topic grew by hand. Add those partitions to the map first, with the previous ${shards} shards and KAFKA_PARTITIONS=${found}.`,
    );
  }
  if (mayHaveMessages || ends.slice(partitions).every((end) => end === 0n)) return;
  throw new ShardError(
    `The topic grew by hand, and its new partitions have messages of sessions that began on the other shards. Add them to the map first, with the previous ${shards} shards and the same KAFKA_PARTITIONS; then add the shard with a further step, such as ${furtherStep({ steps, now }, found)}.`,
  );
}
