import { ArgumentError, readOptions } from '@tallyhouse/service';
import { leadMinutes } from '../shards/growth.ts';

export type Task = { kind: 'plan' } | { kind: 'run'; sure: boolean } | { kind: 'verify' };

export const usage = `Usage: tallyhouse reshard plan
       tallyhouse reshard run [--yes]
       tallyhouse reshard verify

Adds shards, or partitions of the topic, to a service with CLICKHOUSE_SHARDS, while it runs. The settings say what is wanted: the new
servers at the end of CLICKHOUSE_SHARDS, and in KAFKA_PARTITIONS a step at a time that is at least ${leadMinutes} minutes ahead, such as
6,12@2026-12-01T00:00:00Z. Sessions that begin then or later use the new partitions, of which new shards get their share. What is
stored, and sessions that began before, stay where they are.

  plan      Prints what is there, what will be, and every step on the way with its commands and settings. It changes nothing.
  run       Prints what it would do; with --yes it writes the new map to every shard, and gives the topic its partitions. If it is
            killed, run it again: it finishes what was begun.
  verify    Compares the shards with each other and with the topic: the same map everywhere, each ping on the shard of its offset,
            no session on two shards.

  --yes     Do it. Without it nothing changes.
  --help    This text.

Example: tallyhouse reshard plan

It uses CLICKHOUSE_SHARDS and the Kafka at KAFKA_BROKERS, and takes their other settings from the environment too. All shards must be
there. docs/operations/separate-apps.md#add-a-shard goes through it.

It exits with 0 when all is done, or after a preview; 1 when it is impossible or something differs; 2 for invalid arguments.
`;

/** Reads the command line. @throws ArgumentError */
export function readTask([kind, ...rest]: readonly string[]): Task {
  switch (kind) {
    case 'run': {
      const { yes = false } = readOptions(rest, { yes: { type: 'boolean' } });
      return { kind, sure: yes };
    }
    case 'plan':
    case 'verify':
      readOptions(rest, {});
      return { kind };
    default:
      throw new ArgumentError(
        `Say what to do: plan, run or verify${kind === undefined ? '' : `, not ${kind}`}.`,
      );
  }
}
