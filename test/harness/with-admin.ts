import { type Admin, Kafka, type KafkaConfig, logLevel } from 'kafkajs';

/** Reads and changes topics and groups in Kafka, over a connection of its own. */
export async function withAdmin<T>(
  brokers: string[],
  act: (admin: Admin) => Promise<T>,
  options: Partial<KafkaConfig> = {},
): Promise<T> {
  const admin = new Kafka({ ...options, brokers, logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  try {
    return await act(admin);
  } finally {
    await admin.disconnect();
  }
}
