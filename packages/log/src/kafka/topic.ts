import type { Admin, ITopicMetadata } from 'kafkajs';
import { LogUnavailableError } from '../log.ts';
import { pause } from '../pause.ts';
import type { KafkaAdmin } from './admin.ts';
import type { KafkaOptions } from './client.ts';
import { errorType } from './error-type.ts';
import { judge, topicSettings } from './topic-settings.ts';

const askMs = 10_000;
/** kafkajs' `ConfigResourceTypes.TOPIC`, which Node does not find among its CommonJS exports. */
const topicResource = 2;

const missing = ['UNKNOWN_TOPIC_OR_PARTITION'];
/** Right after its creation the next broker may not know of a topic, and a partition may have no leader. */
const notYet = [...missing, 'LEADER_NOT_AVAILABLE'];

export interface KafkaTopic {
  /**
   * The topic's number of partitions; creates the topic first when it is missing. Safe when several processes do so at
   * once: the broker creates one and answers the others that it exists. An existing topic is never altered.
   * @throws LogUnavailableError, also when its settings would lose messages
   */
  ensure(): Promise<number>;
}

export function createKafkaTopic(admin: KafkaAdmin, options: KafkaOptions): KafkaTopic {
  const { topic, partitions, replicationFactor = -1, logger } = options;
  let warned = false;

  async function create(asked: Admin): Promise<void> {
    const created = await asked.createTopics({
      // The loop below waits; kafkajs would reject when a busy broker is slow.
      waitForLeaders: false,
      topics: [
        { topic, numPartitions: partitions, replicationFactor, configEntries: topicSettings(options) },
      ],
    });
    if (created) logger.info({ topic, partitions }, 'created the topic');
  }

  /** Runs right after creation too: settings that were not given came from the cluster. */
  async function inspect(asked: Admin, { partitions: found }: ITopicMetadata): Promise<void> {
    const settings = await settingsOf(asked, topic).catch((error: unknown) => {
      if (!errorType(error)?.endsWith('AUTHORIZATION_FAILED')) throw error;
      // This user may lack the right to read them; reading and writing messages work nevertheless.
      if (!warned)
        logger.info({ topic }, "could not check the topic's settings: not authorized to read them");
      return undefined;
    });
    if (settings !== undefined) {
      const { refusals, warnings } = judge({ settings, replicas: found[0]?.replicas.length ?? 1 }, options);
      if (!warned) for (const warning of warnings) logger.warn({ topic }, warning);
      if (refusals.length > 0) {
        throw new LogUnavailableError(`The topic ${topic} cannot be used: ${refusals.join('; ')}.`);
      }
    }
    warned = true;
  }

  return {
    ensure: () =>
      admin.ask(askMs, async (asked) => {
        let found = await describeTopic(asked, topic, notYet);
        if (!found) await create(asked);
        for (const until = performance.now() + askMs / 2; !found && performance.now() < until; ) {
          found = await describeTopic(asked, topic, notYet);
          if (!found) await pause(100, new AbortController().signal);
        }
        if (!found)
          throw new LogUnavailableError(`No broker lists the topic ${topic}, or a partition has no leader.`);
        await inspect(asked, found);
        return found.partitions.length;
      }),
  };
}

/** Undefined when there is no such topic. @throws when a partition has no leader: its messages are out of reach, not gone */
export async function describeTopic(admin: Admin, topic: string, none = missing) {
  try {
    const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
    return topics[0];
  } catch (error) {
    if (none.includes(errorType(error) ?? '')) return undefined;
    throw error;
  }
}

async function settingsOf(admin: Admin, topic: string): Promise<Map<string, string>> {
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: [{ type: topicResource, name: topic }],
  });
  const entries = resources.flatMap(({ configEntries }) => configEntries);
  return new Map(entries.map(({ configName, configValue }) => [configName, configValue]));
}
