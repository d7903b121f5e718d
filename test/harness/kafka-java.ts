import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Kafka, logLevel } from 'kafkajs';
import { freePort } from './free-port.ts';
import type { RunningKafka } from './kafka.ts';
import { jarsCanBeHad, kafkaJars } from './kafka-jars.ts';

const run = promisify(execFile);
const startTimeoutMs = 60_000;

/** One whose broker a test may kill and start again, on the same port and with the same data. */
export interface RestartableKafka extends RunningKafka {
  /** SIGKILL: the broker ends without writing anything more. */
  kill(): Promise<void>;
  /** Starts a killed broker; resolves when it answers. */
  start(): Promise<void>;
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

/** A broker (and its controller) from Kafka's jars, on free ports of 127.0.0.1. @throws an Error with the end of its log */
export async function startJavaKafka(): Promise<RestartableKafka> {
  const jars = await kafkaJars();
  const folder = await mkdtemp(join(tmpdir(), 'kafka-'));
  const port = await freePort();
  const properties = join(folder, 'server.properties');
  await writeFile(properties, serverProperties(port, await freePort(), join(folder, 'data')));
  const java = ['-Xmx512m', '-XX:TieredStopAtLevel=1', '-cp', join(jars, '*')];
  await run('java', [
    ...java,
    'kafka.tools.StorageTool',
    'format',
    '-t',
    'dGFsbHlob3VzZS10ZXN0cw',
    '-c',
    properties,
  ]);

  let broker: ChildProcess | undefined;
  const end = async (signal: NodeJS.Signals) => {
    const ending = broker;
    broker = undefined;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = new Promise((resolve) => ending.once('exit', resolve));
    ending.kill(signal);
    await ended;
  };
  const start = async () => {
    const output = await open(join(folder, 'kafka.log'), 'a');
    const started = spawn('java', [...java, 'kafka.Kafka', properties], {
      stdio: ['ignore', output.fd, output.fd],
    });
    await output.close();
    broker = started;
    // A test run that breaks off leaves no broker behind.
    const killWithUs = () => started.kill('SIGKILL');
    process.once('exit', killWithUs);
    started.once('exit', () => process.off('exit', killWithUs));
    await answers(`127.0.0.1:${port}`, started).catch(async (error: unknown) => {
      await end('SIGKILL');
      const written = await readFile(join(folder, 'kafka.log'), 'utf8');
      throw new Error(`Kafka did not start. The end of its log:\n${written.slice(-3000)}`, { cause: error });
    });
  };
  const stop = async () => {
    // Its data is thrown away, so nothing is gained by waiting for an orderly end.
    await end('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await start();
  } catch (error) {
    await stop();
    throw error;
  }
  return { brokers: [`127.0.0.1:${port}`], kind: 'java', stop, kill: () => end('SIGKILL'), start };
}

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

function serverProperties(port: number, controllerPort: number, data: string): string {
  return `process.roles=broker,controller
node.id=1
controller.quorum.voters=1@127.0.0.1:${controllerPort}
listeners=PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}
advertised.listeners=PLAINTEXT://127.0.0.1:${port}
controller.listener.names=CONTROLLER
listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT
log.dirs=${data}
offsets.topic.replication.factor=1
offsets.topic.num.partitions=1
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
group.initial.rebalance.delay.ms=0
# Far below the default of 6 s: tests restart groups all the time.
group.min.session.timeout.ms=1000
`;
}
