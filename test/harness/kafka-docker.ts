import { existsSync } from 'node:fs';
import { request } from 'node:http';
import { GenericContainer, Wait } from 'testcontainers';
import { freePort } from './free-port.ts';
import type { RunningKafka } from './kafka.ts';

/** True when a Docker engine answers within 800 ms. The client alone, without an engine, does not count. */
export function dockerAnswers(): Promise<boolean> {
  const host = process.env['DOCKER_HOST'] ?? 'unix:///var/run/docker.sock';
  const url = new URL(host);
  const local = url.protocol === 'unix:';
  if (local && !existsSync(url.pathname)) return Promise.resolve(false);
  const where = local ? { socketPath: url.pathname } : { host: url.hostname, port: url.port || 2375 };
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

/** Kafka in a container. The broker names its own address to clients, so the port outside is the port inside. */
export async function startDockerKafka(): Promise<RunningKafka> {
  const port = await freePort();
  const container = await new GenericContainer('apache/kafka:4.1.0')
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
    kind: 'docker',
    stop: async () => {
      await container.stop();
    },
  };
}
