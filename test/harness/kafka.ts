import { dockerAnswers, startDockerKafka } from './kafka-docker.ts';
import { javaCanRunKafka, startJavaKafka } from './kafka-java.ts';

export interface RunningKafka {
  /** `host:port` of each broker. */
  brokers: string[];
  /** Ends the broker and removes its data. One that was running before is left alone. */
  stop(): Promise<void>;
}

/**
 * A Kafka for tests: the one that `KAFKA_BROKERS` names (comma separated), else a container, else Kafka's own jars on
 * the Java that is installed.
 * @throws an Error that names what to install when there is none of them
 */
export async function startKafka(): Promise<RunningKafka> {
  const named = process.env['KAFKA_BROKERS'];
  if (named) return { brokers: named.split(','), stop: async () => {} };
  if (await dockerAnswers()) return startDockerKafka();
  if (await javaCanRunKafka()) return startJavaKafka();
  throw new Error(
    'No Kafka for the tests: set KAFKA_BROKERS, or start Docker, or: apt-get install -y openjdk-17-jre-headless maven',
  );
}
