import type { Admin, ITopicMetadata } from 'kafkajs';
import { LogUnavailableError } from '../log.ts';
import { pause } from '../pause.ts';
import type { KafkaAdmin } from './admin.ts';
import type { KafkaOptions } from './client.ts';
import { errorType } from './error-type.ts';
import { judge, topicSettings } from './topic-settings.ts';

const askMs = 10_000;
/** kafkajs' `ConfigResourceTypes.TOPIC`: Node does not find that among the exports of its CommonJS. */
const topicResource = 2;

export interface KafkaTopic {
  /**
   * The number of partitions that the topic has; creates it first when it is missing. Safe when several processes do
   * so at once: the broker takes one and tells the others that it exists. One that exists is never altered.
   * @throws LogUnavailableError, also when it has settings that would lose messages
   */
  ensure(): Promise<number>;
}

export function createKafkaTopic(admin: KafkaAdmin, options: KafkaOptions): KafkaTopic {
  const { topic, partitions, replicationFactor = -1, logger } = options;
  let warned = false;

  async function create(asked: Admin): Promise<void> {
    const created = await asked.createTopics({
      // It is waited for below; kafkajs rejects when a busy broker takes its time.
      waitForLeaders: false,
      topics: [
        { topic, numPartitions: partitions, replicationFactor, configEntries: topicSettings(options) },
      ],
    });
    if (created) logger.info({ topic, partitions }, 'created the topic');
  }

  /** Also right after it was created: what was not stated came from the cluster. */
  async function inspect(asked: Admin, { partitions: found }: ITopicMetadata): Promise<void> {
    const settings = await settingsOf(asked, topic).catch((error: unknown) => {
      if (!errorType(error)?.endsWith('AUTHORIZATION_FAILED')) throw error;
      // Not everybody may read them; reading and writing work all the same.
      if (!warned) logger.info({ topic }, "the topic's settings may not be read, so they were not checked");
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
        let found = await describeTopic(asked, topic);
        if (!found) await create(asked);
        // The broker that is asked next may not have heard of it yet.
        for (let tries = 0; !found && tries < 50; tries++) {
          if (tries > 0) await pause(100, new AbortController().signal);
          found = await describeTopic(asked, topic);
        }
        if (!found) throw new LogUnavailableError(`The topic ${topic} was created but cannot be seen.`);
        await inspect(asked, found);
        return found.partitions.length;
      }),
  };
}

/** Undefined when there is no such topic, or when it has no leaders yet. */
export async function describeTopic(admin: Admin, topic: string): Promise<ITopicMetadata | undefined> {
  try {
    const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
    return topics[0];
  } catch (error) {
    const type = errorType(error);
    if (type === 'UNKNOWN_TOPIC_OR_PARTITION' || type === 'LEADER_NOT_AVAILABLE') return undefined;
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
