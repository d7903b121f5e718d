import { existsSync } from 'node:fs';
import { request } from 'node:http';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import type { RunningKafka } from './kafka.ts';
import { kafkaVersion } from './maven-jars.ts';

/** True when a Docker engine answers within 800 ms. The client alone, without an engine, does not count. */
export function dockerAnswers(): Promise<boolean> {
  const named = process.env['DOCKER_HOST'];
  const where = named ? fromHost(new URL(named)) : localSocket();
  if (!where) return Promise.resolve(false);
  return new Promise((resolve) => {
    const ping = request({ ...where, path: '/_ping', timeout: 800 }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    ping.on('timeout', () => ping.destroy());
    ping.on('error', () => resolve(false));
    ping.end();
  });
}

function fromHost(url: URL) {
  if (url.protocol === 'unix:') return { socketPath: url.pathname };
  return { host: url.hostname, port: url.port || 2375 };
}

/** The places where testcontainers looks, too. */
function localSocket() {
  const sockets = [
    '/var/run/docker.sock',
    join(process.env['XDG_RUNTIME_DIR'] ?? '/run/user/none', 'docker.sock'),
    join(homedir(), '.docker', 'run', 'docker.sock'),
    join(homedir(), '.docker', 'desktop', 'docker.sock'),
  ];
  const socketPath = sockets.find((path) => existsSync(path));
  return socketPath === undefined ? undefined : { socketPath };
}

/** Kafka in a container. The broker names its own address to clients, so the port outside is the port inside. */
export async function startDockerKafka(): Promise<RunningKafka> {
  // Loaded only now: it takes a second, and most runs do without.
  const { GenericContainer, Wait } = await import('testcontainers');
  const port = await freePort();
  const container = await new GenericContainer(`apache/kafka:${kafkaVersion}`)
    .withExposedPorts({ container: port, host: port })
    .withEnvironment({
      KAFKA_NODE_ID: '1',
      KAFKA_PROCESS_ROLES: 'broker,controller',
      KAFKA_LISTENERS: `PLAINTEXT://:${port},CONTROLLER://:9093`,
      KAFKA_ADVERTISED_LISTENERS: `PLAINTEXT://127.0.0.1:${port}`,
      KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
      KAFKA_CONTROLLER_LISTENER_NAMES: 'CONTROLLER',
      KAFKA_CONTROLLER_QUORUM_VOTERS: '1@localhost:9093',
      KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR: '1',
      KAFKA_OFFSETS_TOPIC_NUM_PARTITIONS: '1',
      KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR: '1',
      KAFKA_TRANSACTION_STATE_LOG_MIN_ISR: '1',
      KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: '0',
    })
    .withWaitStrategy(Wait.forLogMessage(/Kafka Server started/))
    .start();
  return {
    brokers: [`127.0.0.1:${port}`],
    stop: async () => {
      await container.stop();
    },
  };
}
