import type { KafkaOptions } from './client.ts';

type Wanted = Pick<KafkaOptions, 'retentionHours' | 'minInsyncReplicas'>;

/** An existing topic's settings, by Kafka's names, and its number of replicas. */
export interface Found {
  settings: ReadonlyMap<string, string>;
  replicas: number;
}

/** Settings that break a promise of the log. With any refusal the topic must not be used. */
export interface Verdict {
  refusals: string[];
  warnings: string[];
}

const hourMs = 3_600_000;
/** The writer's largest request, with room for each message's frame. */
const requestBytes = 1_000_000;
/** Codecs that kafkajs cannot decompress: its consumer stops permanently at the first such message. */
const unreadable = ['zstd', 'lz4', 'snappy'];

/**
 * The settings for creating a topic. `compression.type` and `cleanup.policy` are set to Kafka's defaults explicitly,
 * because a cluster may have defaults of its own.
 */
export function topicSettings({
  retentionHours,
  minInsyncReplicas,
}: Wanted): { name: string; value: string }[] {
  const settings = [
    { name: 'cleanup.policy', value: 'delete' },
    { name: 'compression.type', value: 'producer' },
    // The broker's clock, not that of the ingest process: see the warning below.
    { name: 'message.timestamp.type', value: 'LogAppendTime' },
    { name: 'retention.ms', value: String(retentionHours === 0 ? -1 : retentionHours * hourMs) },
  ];
  if (minInsyncReplicas !== undefined) {
    settings.push({ name: 'min.insync.replicas', value: String(minInsyncReplicas) });
  }
  return settings;
}

/** Checks an existing topic against the log's promises. It is never altered: its settings may be intentional. */
export function judge({ settings, replicas }: Found, wanted: Wanted): Verdict {
  const refusals: string[] = [];
  const warnings: string[] = [];
  const number = (name: string) => Number(settings.get(name) ?? Number.NaN);
  const compression = settings.get('compression.type') ?? 'producer';
  if (settings.get('cleanup.policy')?.includes('compact')) {
    refusals.push('cleanup.policy=compact keeps only the last message of each session: set it to delete');
  }
  if (unreadable.includes(compression)) {
    refusals.push(`compression.type=${compression} cannot be read here: set it to producer or gzip`);
  }
  if (replicas > 1 && number('min.insync.replicas') < 2) {
    warnings.push(
      `min.insync.replicas=1 with ${replicas} replicas: a ping may be acknowledged by one broker alone and be lost with it`,
    );
  }
  if (number('min.insync.replicas') > replicas) {
    refusals.push(
      `min.insync.replicas=${settings.get('min.insync.replicas')} with ${replicas} replicas: nothing can be written`,
    );
  }
  if (settings.get('unclean.leader.election.enable') === 'true') {
    warnings.push(
      'unclean.leader.election.enable=true: acknowledged pings may be lost when a leader changes',
    );
  }
  if (settings.get('message.timestamp.type') === 'CreateTime') {
    warnings.push(
      'message.timestamp.type=CreateTime: messages of an ingest process whose clock is ahead are refused, and retention follows its clock; set it to LogAppendTime',
    );
  }
  if (number('max.message.bytes') < requestBytes) {
    warnings.push(
      `max.message.bytes=${settings.get('max.message.bytes')}: batches of pings up to ${requestBytes} bytes are refused`,
    );
  }
  warnings.push(...shortRetention(number('retention.ms'), number('retention.bytes'), wanted.retentionHours));
  return { refusals, warnings };
}

function shortRetention(ms: number, bytes: number, wantedHours: number): string[] {
  const warnings: string[] = [];
  const hours = ms / hourMs;
  const wanted = wantedHours === 0 ? Number.POSITIVE_INFINITY : wantedHours;
  if (ms >= 0 && hours < wanted) {
    const expected = wantedHours === 0 ? 'for ever' : `${wantedHours} h`;
    warnings.push(
      `retention.ms keeps messages for ${Math.floor(hours)} h, read or not; expected: ${expected}`,
    );
  }
  if (bytes >= 0) warnings.push(`retention.bytes=${bytes} deletes the oldest messages, read or not`);
  return warnings;
}
