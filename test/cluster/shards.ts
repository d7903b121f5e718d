import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClickHouseClient } from '@clickhouse/client';
import { createClickHouse, createDatabase, migrate, migrations } from '@tallyhouse/clickhouse';
import { createLogger } from '@tallyhouse/service';
import { ChildServer } from '../../packages/clickhouse/src/embedded/child-server.ts';
import { serverConfig, usersConfig } from '../../packages/clickhouse/src/embedded/configuration.ts';
import type { Doors } from '../../packages/clickhouse/src/embedded/doors.ts';
import { libraryPath } from '../../packages/clickhouse/src/embedded/library.ts';
import { freePort } from '../harness/free-port.ts';

/** A ClickHouse server in a process of its own, always at the same ports. */
interface TestShard {
  /** The place in the cluster, from 1. */
  number: number;
  /** HTTP, with the writer's user and password in it. */
  url: string;
  /** HTTP, as a user who may read only. */
  readerUrl: string;
  /** Reads and writes the cluster's database here. */
  client: ClickHouseClient;
  /** SIGKILL; it stays away until `start`. */
  kill(): Promise<void>;
  /** Its process stops and goes on, with all connections open. */
  freeze(): void;
  thaw(): void;
  start(): Promise<void>;
}

export interface TestShards {
  shards: TestShard[];
  /** The name in `remote_servers`; the shards read each other as the user `reader`. */
  cluster: string;
  /** The same on each. */
  database: string;
  /** A folder that all of them may back up to. */
  backups: string;
  /** The value of CLICKHOUSE_SHARDS, with the writer's passwords in it. */
  addresses: string;
  stop(): Promise<void>;
}

const logger = createLogger('shards', 'silent');
const cluster = 'tallyhouse';
const host = '127.0.0.1';
const memoryBytes = 2 * 1024 ** 3;

interface Place {
  folder: string;
  httpPort: number;
  insideHttpPort: number;
  tcpPort: number;
  insideTcpPort: number;
}

/**
 * Starts servers that know each other as a cluster.
 * @param migrated whether each gets the database with the schema; otherwise it gets none
 * @param replicas whether they are the replicas of one shard, and no shards
 */
export async function startShards(
  count: number,
  { migrated = true, replicas = false } = {},
): Promise<TestShards> {
  const folder = await mkdtemp(join(tmpdir(), 'tallyhouse-shards-'));
  const backups = join(folder, 'backups');
  await mkdir(backups);
  const database = `test_${randomBytes(4).toString('hex')}`;
  const passwords = { writer: randomBytes(8).toString('hex'), reader: randomBytes(8).toString('hex') };
  const places: Place[] = [];
  for (let number = 1; number <= count; number++) {
    const [httpPort, insideHttpPort] = [await freePort(), await freePort()];
    const [tcpPort, insideTcpPort] = [await freePort(), await freePort()];
    places.push({ folder: join(folder, `${number}`), httpPort, insideHttpPort, tcpPort, insideTcpPort });
  }
  const remoteServers = remoteServersXml(
    replicas ? [places] : places.map((place) => [place]),
    passwords.reader,
  );
  const shards: TestShard[] = [];
  const stop = async () => {
    for (const shard of shards) await shard.kill();
    await Promise.all(shards.map(({ client }) => client.close()));
    await rm(folder, { recursive: true, force: true });
  };
  try {
    for (const [index, place] of places.entries()) {
      const own = replicas ? `<macros><shard>1</shard><replica>${index + 1}</replica></macros>` : '';
      const launch = await configure({ ...place, backups }, passwords, database, remoteServers + own);
      shards.push(createShard(index + 1, place, passwords, database, launch));
    }
    await Promise.all(shards.map((shard) => shard.start()));
    if (migrated) await Promise.all(shards.map((shard) => createSchema(shard, database)));
  } catch (error) {
    await stop();
    throw error;
  }
  return { shards, cluster, database, backups, addresses: shards.map(({ url }) => url).join(','), stop };
}

function createShard(
  number: number,
  { insideHttpPort }: Place,
  passwords: { writer: string; reader: string },
  database: string,
  launch: () => ChildServer,
): TestShard {
  const urlOf = (user: 'writer' | 'reader') => `http://${user}:${passwords[user]}@${host}:${insideHttpPort}`;
  const url = urlOf('writer');
  let server: ChildServer | undefined;
  const signal = (name: NodeJS.Signals) => void server?.child.kill(name);
  return {
    number,
    url,
    readerUrl: urlOf('reader'),
    client: createClickHouse({ url, database }, logger),
    async kill() {
      const killed = server;
      server = undefined;
      killed?.child.kill('SIGKILL');
      await killed?.ended;
    },
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    async start() {
      const started = launch();
      server = started;
      if (!(await started.answers(`http://${host}:${insideHttpPort}`))) {
        throw new Error(`Shard ${number} did not start: ${started.stderrTail()}`);
      }
    },
  };
}

/** Writes what a server needs, as the embedded server's keeper does, and more of its configuration besides. */
async function configure(
  { folder, httpPort, insideHttpPort, tcpPort, insideTcpPort, backups }: Place & { backups: string },
  passwords: { writer: string; reader: string },
  database: string,
  more: string,
): Promise<() => ChildServer> {
  const dataFolder = join(folder, 'data');
  await mkdir(dataFolder, { recursive: true });
  const [configFile, usersFile] = [join(folder, 'config.xml'), join(folder, 'users.xml')];
  const doorsFile = join(folder, 'doors.json');
  const nobody = { users: [], innerPassword: '', views: [] };
  const users = usersConfig(passwords, { database, seconds: 3600, memoryBytes }, undefined, nobody);
  // What `cluster(…)` takes, and replicas.
  const rights =
    '<query>grant remote, create temporary table on *.*</query><query>grant select on system.replicas</query>';
  await writeFile(
    usersFile,
    users.replaceAll('<query>grant show, select', (first) => `${rights}\n        ${first}`),
  );
  const server = serverConfig(usersFile, backups, { memoryBytes }, []);
  await writeFile(configFile, server.replace('<clickhouse>', `<clickhouse>\n${more}`));
  const doors: Doors = {
    bi: { users: [], innerPassword: '' },
    native: { tcpPort, insideTcpPort, users: [] },
  };
  await writeFile(doorsFile, JSON.stringify(doors));
  const args = [libraryPath(), `${httpPort}`, host, `${insideHttpPort}`, dataFolder, configFile, doorsFile];
  return () => new ChildServer('dist/clickhouse-server.js', args);
}

/** @param places those of each shard */
function remoteServersXml(places: readonly (readonly Place[])[], password: string): string {
  const replica = ({ insideTcpPort }: Place) => `<replica>
          <host>${host}</host><port>${insideTcpPort}</port>
          <user>reader</user><password>${password}</password>
        </replica>`;
  const shards = places.map(
    (ofShard) => `<shard>
        <internal_replication>true</internal_replication>
        ${ofShard.map(replica).join('')}
      </shard>`,
  );
  return `  <remote_servers><${cluster}>${shards.join('')}</${cluster}></remote_servers>`;
}

async function createSchema({ url, client }: TestShard, database: string): Promise<void> {
  await createDatabase({ url, database }, logger);
  await migrate(client, migrations);
}
