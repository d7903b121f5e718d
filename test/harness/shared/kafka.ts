import { startKafka } from '../kafka.ts';
import type { Part } from './serve.ts';

/** A Kafka of one broker, unless KAFKA_BROKERS names others. Its value: `host:port` of each broker. */
export async function startSharedKafka(): Promise<Part> {
  const { brokers, stop } = await startKafka();
  return { value: brokers, stop };
}
