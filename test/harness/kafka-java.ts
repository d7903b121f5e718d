import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import type { RunningKafka } from './kafka.ts';
import { type BrokerOptions, brokerProperties, createBroker, type KafkaBroker } from './kafka-broker.ts';
import { jarsCanBeHad } from './maven-jars.ts';
import { run } from './ran.ts';

/** One whose broker a test may kill and start again. */
export interface RestartableKafka extends RunningKafka {
  broker: KafkaBroker;
}

/** True with Java 17 or later, and jars or a Maven to fetch them. */
export async function javaCanRunKafka(): Promise<boolean> {
  try {
    const { stderr } = await run('java', ['-version']);
    const version = Number(/version "(\d+)/.exec(stderr)?.[1]);
    return version >= 17 && (await jarsCanBeHad());
  } catch {
    return false;
  }
}

/** A broker (and its controller) from Kafka's jars, on ports of 127.0.0.1. @throws an Error with the end of its log */
export async function startJavaKafka(): Promise<RestartableKafka> {
  const [address, controller] = [`127.0.0.1:${await freePort()}`, `127.0.0.1:${await freePort()}`];
  return startBrokerAlone({ address, controller, recordsClasses: true });
}

interface BrokerAlone extends Partial<Omit<BrokerOptions, 'id' | 'folder' | 'heapMb'>> {
  address: string;
  controller: string;
}

/** The same, at given addresses. @param options `properties` stand besides and above its own */
export async function startBrokerAlone(options: BrokerAlone): Promise<RestartableKafka> {
  const { address, controller, properties, recordsClasses } = options;
  const folder = await mkdtemp(join(tmpdir(), 'kafka-'));
  const own = brokerProperties({ address, controller, voters: [`1@${controller}`], copies: 1 });
  let broker: KafkaBroker | undefined;
  const stop = async () => {
    // Its data is deleted, so a graceful end has no other benefit.
    await (recordsClasses ? broker?.stop() : broker?.kill());
    await rm(folder, { recursive: true, force: true });
  };
  try {
    broker = await createBroker({
      ...options,
      id: 1,
      folder: join(folder, 'broker'),
      properties: { ...own, ...properties },
      heapMb: 512,
    });
    await broker.start();
    return { brokers: [address], stop, broker };
  } catch (error) {
    await stop();
    throw error;
  }
}
