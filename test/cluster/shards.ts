import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClickHouseClient } from '@clickhouse/client';
import {
  type BiNames,
  type BiUser,
  createClickHouse,
  createDatabase,
  passwordHash,
} from '@tallyhouse/clickhouse';
import { ChildServer } from '@tallyhouse/clickhouse/embedded/child-server';
import { serverConfig, usersConfig } from '@tallyhouse/clickhouse/embedded/configuration';
import { libraryPath } from '@tallyhouse/clickhouse/embedded/library';
import type { Doors } from '@tallyhouse/clickhouse/embedded/write-configuration';
import { migrateDatabase } from '@tallyhouse/schema';
import { withBiUsers } from '../bi/users-xml.ts';
import { freePort } from '../harness/free-port.ts';
import { logger } from '../harness/quiet.ts';
import { compiling, logging, turnOff } from '../harness/settings-of-tests.ts';
import { folderOfFile } from '../harness/temporary-folder.ts';

export type TestShards = Awaited<ReturnType<typeof startShards>>;

const cluster = 'tallyhouse';
const host = '127.0.0.1';
const memoryBytes = 2 * 1024 ** 3;

interface Passwords {
  writer: string;
  reader: string;
  /** Of all BI users. */
  bi: string;
}

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
 * @param smaller also a cluster of so many of them, the first, under a name that ends in `_<number>`
 * @param biUsers those of each server
 * @param proxied whether programs and the other servers come through the proxies, as they do to the embedded server: without them the
 * library may abort when a server is killed that it was talking to
 */
export async function startShards(
  count: number,
  { migrated = true, replicas = false, smaller = 0, biUsers = [] as readonly BiUser[], proxied = false } = {},
) {
  const inFolder = folderOfFile();
  const backups = inFolder('backups');
  await mkdir(backups);
  const database = `test_${randomBytes(4).toString('hex')}`;
  const bi = { database, bi: 'bi', personal: 'bi_personal', definer: 'bi_definer', cluster };
  const password = () => randomBytes(8).toString('hex');
  const passwords: Passwords = { writer: password(), reader: password(), bi: password() };
  const places: Place[] = [];
  for (let number = 1; number <= count; number++) {
    const [httpPort, insideHttpPort] = [await freePort(), await freePort()];
    const [tcpPort, insideTcpPort] = [await freePort(), await freePort()];
    places.push({ folder: inFolder(`${number}`), httpPort, insideHttpPort, tcpPort, insideTcpPort });
  }
  const ofShards = replicas ? [places] : places.map((place) => [place]);
  const clusters = {
    [cluster]: ofShards,
    ...(smaller > 0 && { [`${cluster}_${smaller}`]: ofShards.slice(0, smaller) }),
  };
  // A server knows itself by the port that it listens to.
  const portFrom = (from: Place) => (to: Place) => (proxied && to !== from ? to.tcpPort : to.insideTcpPort);
  const remoteServers = (from: Place) =>
    `<remote_servers>${Object.entries(clusters)
      .map(([name, own]) => clusterXml(name, own, passwords.reader, portFrom(from)))
      .join('')}</remote_servers>`;
  const shards: TestShard[] = [];
  const stop = async () => {
    for (const shard of shards) await shard.kill();
    await Promise.all(shards.map(({ client }) => client.close()));
  };
  try {
    for (const [index, place] of places.entries()) {
      const own = replicas ? `<macros><shard>1</shard><replica>${index + 1}</replica></macros>` : '';
      const more = remoteServers(place) + own;
      const launch = await configure({ ...place, backups }, passwords, bi, biUsers, more);
      const httpPort = proxied ? place.httpPort : place.insideHttpPort;
      shards.push(createShard(index + 1, { ...place, httpPort }, passwords, database, launch));
    }
    await Promise.all(shards.map((shard) => shard.start()));
    const withSchema = migrated ? shards : [];
    await Promise.all(withSchema.map(({ url }) => createDatabase({ url, database }, logger)));
    await Promise.all(withSchema.map(({ client }) => migrateDatabase(client)));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    shards,
    /** The name in `remote_servers`; the shards read each other as the user `reader`. */
    cluster,
    /** The same on each. */
    database,
    /** Names of the views for BI tools, which are not created here. */
    bi,
    /** A folder that all of them may back up to. */
    backups,
    /** The value of CLICKHOUSE_SHARDS, with the writer's passwords in it. */
    addresses: shards.map(({ url }) => url).join(','),
    stop,
  };
}

function createShard(
  number: number,
  { httpPort, insideHttpPort }: Place,
  passwords: Passwords,
  database: string,
  launch: () => ChildServer,
) {
  const urlOf = (user: string, password: string) => `http://${user}:${password}@${host}:${httpPort}`;
  const url = urlOf('writer', passwords.writer);
  let server: ChildServer | undefined;
  let told = '';
  const signal = (name: NodeJS.Signals) => void server?.child.kill(name);
  return {
    /** The place in the cluster, from 1. */
    number,
    /** HTTP, with the writer's user and password in it. */
    url,
    /** HTTP, as a user who may read only. */
    readerUrl: urlOf('reader', passwords.reader),
    /** HTTP, as a BI user. */
    biUrl: (user: string) => urlOf(user, passwords.bi),
    /** Reads and writes the cluster's database here. */
    client: createClickHouse({ url, database }, logger),
    /** SIGKILL; it stays away until `start`. One that ends by itself is started again at once. */
    async kill() {
      const killed = server;
      server = undefined;
      killed?.child.kill('SIGKILL');
      await killed?.ended;
    },
    /** Its process stops and goes on, with all connections open. */
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    /** For a failure: whether it ended by itself, and its last words. */
    output: () => told,
    start: run,
  };
  async function run(): Promise<void> {
    const started = launch();
    server = started;
    if (!(await started.answers(`http://${host}:${insideHttpPort}`))) {
      throw new Error(`Shard ${number} did not start: ${started.stderrTail()}`);
    }
    void started.ended.then(({ code, signal }) => {
      if (server !== started) return undefined;
      told += `Shard ${number} ended by itself, ${signal ?? code}: ${started.stderrTail()}\n`;
      // The library aborts now and then when a query over several servers is broken off. Its keeper starts it again, as an operator's does.
      return run().catch((error: Error) => {
        told += `${error.message}\n`;
      });
    });
  }
}

/** A ClickHouse server in a process of its own, always at the same ports. */
type TestShard = ReturnType<typeof createShard>;

/** Reads and writes the cluster's database on one of them, from 1. */
export function clientOf({ shards }: Pick<TestShards, 'shards'>, number: number): ClickHouseClient {
  const found = shards.find((shard) => shard.number === number);
  if (found === undefined) throw new Error(`there is no shard ${number}`);
  return found.client;
}

/** Writes what a server needs, as the embedded server's keeper does, and more of its configuration besides. */
async function configure(
  { folder, httpPort, insideHttpPort, tcpPort, insideTcpPort, backups }: Place & { backups: string },
  passwords: Passwords,
  bi: BiNames,
  biUsers: readonly BiUser[],
  more: string,
): Promise<() => ChildServer> {
  const dataFolder = join(folder, 'data');
  await mkdir(dataFolder, { recursive: true });
  // Tests of BI users need a log that these may not read.
  await turnOff(folder, biUsers.length > 0 ? compiling : [...compiling, ...logging]);
  const [configFile, usersFile] = [join(folder, 'config.xml'), join(folder, 'users.xml')];
  const doorsFile = join(folder, 'doors.json');
  const { database } = bi;
  const own = usersConfig(passwords, { database, seconds: 3600, memoryBytes }, bi, {
    users: [],
    innerPassword: '',
  });
  const users = withBiUsers(own, biUsers, bi, passwords.bi);
  const remote = '<query>grant remote, create temporary table on *.*</query>';
  const local = `<query>grant select on ${bi.bi}_local.*</query>`;
  const ofReplicas = '<query>grant select on system.replicas</query>';
  const also =
    (...grants: string[]) =>
    (first: string) =>
      [...grants, first].join('\n        ');
  // What `cluster(…)` takes, the views over shards, and replicas. The servers read each other as `reader`, which may not read these views.
  const withRights = users
    .replace('<query>grant show, select, insert', also(remote))
    .replace(`<query>grant show, select on ${database}.*`, also(remote, local, ofReplicas))
    .replace(`<query>grant show, select on ${bi.bi}.*</query>`, '')
    .replace(`<query>grant select on ${database}.*`, also(remote, local));
  await writeFile(usersFile, withRights);
  const server = serverConfig(usersFile, backups, { memoryBytes }, biUsers);
  await writeFile(configFile, server.replace('<clickhouse>', `<clickhouse>\n${more}`));
  const doors: Doors = {
    bi: { users: [], innerPassword: '' },
    native: {
      tcpPort,
      insideTcpPort,
      users: [{ name: 'reader', passwordSha256: passwordHash(passwords.reader), salt: '' }],
    },
  };
  await writeFile(doorsFile, JSON.stringify(doors));
  const args = [libraryPath(), `${httpPort}`, host, `${insideHttpPort}`, dataFolder, configFile, doorsFile];
  return () => new ChildServer('dist/clickhouse-server.js', args);
}

/** @param places those of each shard */
function clusterXml(
  name: string,
  places: readonly (readonly Place[])[],
  password: string,
  portOf: (place: Place) => number,
): string {
  const replica = (place: Place) => `<replica>
          <host>${host}</host><port>${portOf(place)}</port>
          <user>reader</user><password>${password}</password>
        </replica>`;
  const shards = places.map(
    (ofShard) => `<shard>
        <internal_replication>true</internal_replication>
        ${ofShard.map(replica).join('')}
      </shard>`,
  );
  return `<${name}>${shards.join('')}</${name}>`;
}
