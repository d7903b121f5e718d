import { type Admin, Kafka, logLevel } from 'kafkajs';

/** Changes topics and groups in Kafka. */
export async function withAdmin<T>(brokers: string[], act: (admin: Admin) => Promise<T>): Promise<T> {
  const admin = new Kafka({ brokers, logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  try {
    return await act(admin);
  } finally {
    await admin.disconnect();
  }
}
