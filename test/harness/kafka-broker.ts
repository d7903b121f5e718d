import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, open, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kafka, logLevel } from 'kafkajs';
import { kafkaClasses, kafkaJars } from './maven-jars.ts';
import { run } from './ran.ts';

const startTimeoutMs = 300_000;

export interface BrokerOptions {
  id: number;
  address: string;
  /** Made here, and left to the caller to remove. */
  folder: string;
  /** The folder of its topics, if not in `folder`. */
  dataFolder?: string;
  /** server.properties, without `node.id` and `log.dirs`. */
  properties: Readonly<Record<string, string | number>>;
  heapMb: number;
  /** More arguments for StorageTool's `format`. */
  formatArgs?: readonly string[];
  /** Its `stop` leaves an archive of the classes of Kafka, with which later brokers start in half of the CPU time. */
  recordsClasses?: boolean;
}

/** Formats a broker's data; it is not started yet. */
export async function createBroker(options: BrokerOptions) {
  const {
    id,
    address,
    folder,
    dataFolder = join(folder, 'data'),
    properties,
    heapMb,
    formatArgs = [],
    recordsClasses = false,
  } = options;
  const propertiesFile = join(folder, 'server.properties');
  const logFile = join(folder, 'kafka.log');
  await mkdir(folder, { recursive: true });
  const lines = Object.entries({ ...properties, 'node.id': id, 'log.dirs': dataFolder });
  await writeFile(propertiesFile, lines.map(([name, value]) => `${name}=${value}\n`).join(''));
  const recorded = `${kafkaClasses}.${process.pid}`;
  const java = [
    ...(existsSync(kafkaClasses) ? [`-XX:SharedArchiveFile=${kafkaClasses}`] : []),
    '-Xlog:disable',
    `-Xmx${heapMb}m`,
    '-XX:TieredStopAtLevel=1',
    '-XX:+UseSerialGC',
    '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn',
    '-cp',
    join(await kafkaJars(), '*'),
  ];
  const format = ['format', '-t', 'dGFsbHlob3VzZS10ZXN0cw', '-c', propertiesFile, ...formatArgs];
  await run('java', [...java, 'kafka.tools.StorageTool', ...format]);

  let running: ChildProcess | undefined;
  const lives = (of = running) => of !== undefined && of.exitCode === null && of.signalCode === null;
  const end = async (signal: NodeJS.Signals) => {
    const ending = running;
    running = undefined;
    if (!ending || !lives(ending)) return;
    const ended = new Promise((resolve) => ending.once('exit', resolve));
    ending.kill(signal);
    await ended;
  };
  const lastWords = async () => (await readFile(logFile, 'utf8')).slice(-3000);
  return {
    /** Its `node.id`. */
    id,
    /** `host:port` that clients connect to. */
    address,
    /** The end of its log, for a failure. */
    lastWords,
    /** Resolves when it answers. In a cluster without a majority none does: start several at once then. */
    async start() {
      const output = await open(logFile, 'a');
      const recording =
        recordsClasses && !existsSync(kafkaClasses) ? [`-XX:ArchiveClassesAtExit=${recorded}`] : [];
      const started = spawn('java', [...recording, ...java, 'kafka.Kafka', propertiesFile], {
        stdio: ['ignore', output.fd, output.fd],
      });
      await output.close();
      running = started;
      // A test run that breaks off leaves no broker behind.
      const killWithUs = () => started.kill('SIGKILL');
      process.once('exit', killWithUs);
      started.once('exit', () => process.off('exit', killWithUs));
      await answers(address, started).catch(async (error: unknown) => {
        await end('SIGKILL');
        throw new Error(`Kafka did not start. The end of its log:\n${await lastWords()}`, { cause: error });
      });
    },
    /** SIGTERM: it hands over what it leads, then ends. */
    async stop() {
      await end('SIGTERM');
      if (existsSync(recorded)) await rename(recorded, kafkaClasses);
    },
    /** SIGKILL: it ends without writing anything more. Harmless when it is down already. */
    kill: () => end('SIGKILL'),
    /** False also when it ended by itself: on a full disk it does. */
    running: () => lives(),
  };
}

/** A broker that a test may end and start again, on the same port and with the same data. */
export type KafkaBroker = Awaited<ReturnType<typeof createBroker>>;

async function answers(broker: string, process: ChildProcess): Promise<void> {
  const client = new Kafka({ brokers: [broker], logLevel: logLevel.NOTHING, retry: { retries: 0 } });
  for (const deadline = Date.now() + startTimeoutMs; ; ) {
    const admin = client.admin();
    try {
      await admin.connect();
      await admin.listTopics();
      return;
    } catch (error) {
      if (process.exitCode !== null || process.signalCode !== null || Date.now() > deadline) throw error;
      await sleep(100);
    } finally {
      await admin.disconnect();
    }
  }
}

/** server.properties of one node, broker and controller at once. `copies`: how many the cluster keeps of everything. */
export function brokerProperties(node: {
  address: string;
  controller: string;
  /** `id@host:port` of every node's controller. */
  voters: readonly string[];
  copies: number;
}): Record<string, string | number> {
  return {
    'process.roles': 'broker,controller',
    'controller.quorum.voters': node.voters.join(','),
    listeners: `PLAINTEXT://${node.address},CONTROLLER://${node.controller}`,
    'advertised.listeners': `PLAINTEXT://${node.address}`,
    'controller.listener.names': 'CONTROLLER',
    'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,SASL_SSL:SASL_SSL,SSL:SSL',
    'default.replication.factor': node.copies,
    'min.insync.replicas': Math.max(1, node.copies - 1),
    'offsets.topic.replication.factor': node.copies,
    'offsets.topic.num.partitions': 1,
    'transaction.state.log.replication.factor': node.copies,
    'transaction.state.log.min.isr': Math.max(1, node.copies - 1),
    'group.initial.rebalance.delay.ms': 0,
    // Far below the default of 6 s: tests restart groups all the time.
    'group.min.session.timeout.ms': 1000,
  };
}
