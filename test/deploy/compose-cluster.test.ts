import { readFileSync } from 'node:fs';
import { readConfigOf } from '../docs/settings.ts';
import { type ComposeService, filledIn, readComposeFile } from './compose-file.ts';

/** Tests of the file for shards alone. The parts that it shares with the file for one server are tested there. */

const one = readComposeFile();
const { services, serviceNamed, environmentOf } = readComposeFile('deploy/compose.cluster.yml');
const brokers = ['kafka-1', 'kafka-2', 'kafka-3'];
const shards = ['clickhouse-1', 'clickhouse-2'];
const programs = ['migrate', 'ingest', 'consumer', 'query'] as const;

test('the services, and how many of each app run', () => {
  expect(services.map(({ name, replicas }) => [name, replicas])).toEqual([
    ...[...brokers, ...shards].map((name) => [name, 1]),
    ['migrate', 1],
    ['ingest', 2],
    ['consumer', 2],
    ['query', 2],
    ['nginx', 1],
  ]);
});

test.each(programs)('image, health check and secrets of %s are those of one server', (program) => {
  const required = ({ environment }: ComposeService) =>
    Object.entries(environment).filter(([, value]) => value.includes(':?'));
  const [ours, theirs] = [serviceNamed(program), one.serviceNamed(program)].map((service) => {
    const { image, build, command, healthCheck } = service;
    return { image, build, command, healthCheck, required: required(service) };
  });
  expect(ours).toEqual(theirs);
  // nginx alone is reached from outside, so several can run.
  expect(serviceNamed(program)).toMatchObject({ ports: [] });
  expect(serviceNamed(program).container_name).toBeUndefined();
});

test('each broker is a voter, keeps its data, and is where the apps look for it', () => {
  const voters = brokers.map((name, index) => `${index + 1}@${name}:9093`).join();
  const ids = brokers.map((name, index) => {
    const { environment, healthCheck, volumes } = serviceNamed(name);
    expect(environment).toMatchObject({
      KAFKA_NODE_ID: `${index + 1}`,
      KAFKA_CONTROLLER_QUORUM_VOTERS: voters,
      KAFKA_ADVERTISED_LISTENERS: `PLAINTEXT://${name}:9092`,
      KAFKA_DEFAULT_REPLICATION_FACTOR: '3',
      KAFKA_MIN_INSYNC_REPLICAS: '2',
      KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR: '3',
    });
    expect(healthCheck).toContain(`${name}:9092`);
    expect(volumes).toEqual([`${name}-data:${environment['KAFKA_LOG_DIRS']}`]);
    return environment['CLUSTER_ID'];
  });
  expect(new Set(ids).size).toBe(1);
  expect(Buffer.from(ids[0] ?? '', 'base64url')).toHaveLength(16);
  for (const app of ['ingest', 'consumer'])
    expect(environmentOf(app)['KAFKA_BROKERS']).toBe(brokers.map((name) => `${name}:9092`).join());
});

test('everybody names the shards in one order, and ClickHouse too', () => {
  const addresses = shards.map((name) => `http://${name}:8123`);
  for (const program of ['migrate', 'consumer', 'query'] as const) {
    const { CLICKHOUSE_SHARDS } = readConfigOf[program](environmentOf(program));
    expect(CLICKHOUSE_SHARDS).toEqual(addresses.map((address) => [address]));
  }
  const { CLICKHOUSE_CLUSTER } = readConfigOf.query(environmentOf('query'));
  const xml = readFileSync('deploy/cluster/shards.xml', 'utf8');
  const inXml = (element: string) =>
    [...xml.matchAll(new RegExp(`<${element}>(.+)</`, 'g'))].map(([, text]) => text);
  expect(xml).toContain(`<${CLICKHOUSE_CLUSTER}>`);
  expect(readConfigOf.migrate(environmentOf('migrate'))).toMatchObject({ CLICKHOUSE_CLUSTER });
  expect(inXml('host')).toEqual(shards);
  expect(inXml('user')).toEqual(shards.map(() => environmentOf('query')['CLICKHOUSE_USER']));
  // A multiple of the number of shards, or some would have more to store.
  const { KAFKA_PARTITIONS } = readConfigOf.ingest(environmentOf('ingest'));
  const [{ partitions } = { partitions: 0 }] = KAFKA_PARTITIONS;
  expect(partitions % shards.length).toBe(0);
  expect(environmentOf('consumer')['KAFKA_PARTITIONS']).toBe(`${partitions}`);
});

/** The rights of a user in a file of ClickHouse's. */
function rightsIn(path: string, user: string): (string | undefined)[] {
  const form = new RegExp(`<${user} [^>]*>\\s*<(?:no_)?password(.*?)</${user}>`, 's');
  const [, own = ''] = form.exec(readFileSync(path, 'utf8')) ?? [];
  return [...own.matchAll(/<query>(.+)<\/query>/g)].map(([, right]) => right);
}

test('users have the rights of one server and those that shards need, and the password of the apps', () => {
  const [ofOne, ofShards] = ['deploy/clickhouse/reader.xml', 'deploy/cluster/reader.xml'];
  const remote = 'grant remote, create temporary table on *.*';
  const local = 'grant select on bi_local.*';
  // Who reads the other shard for a BI user has no row policies of that one, and so no rights on the views.
  const without = rightsIn(ofOne, 'reader').filter((right) => !right?.includes('bi.*'));
  expect(rightsIn(ofShards, 'reader')).toEqual([...without, remote, local]);
  expect(rightsIn(ofShards, 'bi')).toEqual(rightsIn(ofOne, 'bi'));
  expect(rightsIn(ofShards, 'bi_definer')).toEqual([...rightsIn(ofOne, 'bi_definer'), local, remote]);
  for (const name of shards) {
    expect(serviceNamed(name).volumes).toEqual([
      `${name}-data:/var/lib/clickhouse`,
      './deploy/cluster/shards.xml:/etc/clickhouse-server/config.d/shards.xml:ro',
      './deploy/cluster/reader.xml:/etc/clickhouse-server/users.d/reader.xml:ro',
    ]);
    const { CLICKHOUSE_PASSWORD } = environmentOf('consumer');
    const { CLICKHOUSE_PASSWORD: CLICKHOUSE_READER_PASSWORD } = environmentOf('query');
    const { CLICKHOUSE_BI_PASSWORD } = one.environmentOf('clickhouse');
    const passwords = { CLICKHOUSE_PASSWORD, CLICKHOUSE_READER_PASSWORD, CLICKHOUSE_BI_PASSWORD };
    expect(environmentOf(name)).toMatchObject(passwords);
  }
});

test('every service waits for what it cannot work without', () => {
  const healthy = (names: string[]) => Object.fromEntries(names.map((name) => [name, 'service_healthy']));
  const migrated = { migrate: 'service_completed_successfully' };
  expect(Object.fromEntries(programs.map((name) => [name, serviceNamed(name).dependsOn]))).toEqual({
    migrate: healthy(shards),
    ingest: healthy(brokers),
    consumer: { ...healthy(brokers), ...migrated },
    query: migrated,
  });
});

test('nginx passes to each app at its port what may be public', () => {
  const text = readFileSync('deploy/cluster/nginx.conf', 'utf8');
  const { INGEST_PORT, PING_PATH, TRACKER_PATH } = readConfigOf.ingest(environmentOf('ingest'));
  const { QUERY_PORT } = readConfigOf.query(environmentOf('query'));
  expect(text).toContain(`set $ingest ingest:${INGEST_PORT};`);
  expect(text).toContain(`set $query query:${QUERY_PORT};`);
  const [, ofIngest = ''] = /location ~ (\S+) \{/.exec(text) ?? [];
  const [, hidden = ''] = /location ~\* (\S+) \{/.exec(text) ?? [];
  const isPublic = (path: string) => new RegExp(ofIngest).test(path);
  const ofTracker = [PING_PATH, `${PING_PATH}.gif`, TRACKER_PATH, '/tracker-events.js', '/tracker-vitals.js'];
  expect([...ofTracker, '/api/crawl'].filter((path) => !isPublic(path))).toEqual([]);
  for (const path of ['/readyz', '/healthz', '/metrics'])
    expect([isPublic(path), new RegExp(hidden, 'i').test(path)]).toEqual([false, true]);
  const published = serviceNamed('nginx').ports.map((mapping) => filledIn(mapping, {}));
  expect(published).toEqual([`127.0.0.1:3001:${INGEST_PORT}`, `127.0.0.1:3000:${QUERY_PORT}`]);
});
