import { existsSync, readFileSync } from 'node:fs';
import { limitsOf } from '@tallyhouse/clickhouse';
import { parse } from 'yaml';
import { readConfigOf, settingsOf } from '../docs/settings.ts';
import { filledIn, readComposeFile, secrets } from './compose-file.ts';

const one = readComposeFile();
const cluster = readComposeFile('deploy/compose.cluster.yml');
const { serviceNamed, environmentOf } = one;
const { version }: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'));

const programs = ['migrate', 'ingest', 'consumer', 'query', 'notify'] as const;

test.each(['docker-compose.yml', 'deploy/compose.cluster.yml'])(
  '%s means the same to every parser of YAML: ambiguous values are quoted',
  (path) => {
    const text = readFileSync(path, 'utf8');
    expect(parse(text, { version: '1.1' })).toEqual(parse(text, { version: '1.2' }));
  },
);

const healthy = 'service_healthy';
const migrated = { migrate: 'service_completed_successfully' };

test('the services, those that start only with a profile, and what each cannot work without', () => {
  expect(one.services.map(({ name, profiles, dependsOn }) => [name, profiles, dependsOn])).toEqual([
    ['kafka', [], {}],
    ['clickhouse', [], {}],
    ['migrate', [], { clickhouse: healthy }],
    ['ingest', [], { kafka: healthy }],
    ['consumer', [], { kafka: healthy, ...migrated }],
    ['query', [], migrated],
    ['notify', ['alerts'], migrated],
    ['prometheus', ['grafana'], {}],
    ['grafana', ['grafana'], migrated],
  ]);
});

/** A file decides itself about its servers, their shards and replicas, and the ports of its containers. */
const ofServers = /^(KAFKA|CLICKHOUSE)_|_PORT$|^(HOST|PARTIAL_REPORTS|MAX_REPLICA_DELAY_SECONDS)$/;
/** Containers are read only, and their secrets come from the environment. */
const onDisk = /^(DISK_FLOOR_MB|SITES_SEEN_FILE)$|(?<!^SITES|^KEYS|^ALERTS)_FILE$/;

/** The command export runs in a container of the query app. */
const ofExport = ['CLICKHOUSE_BI_DATABASE'];

describe.each(programs)('%s', (program) => {
  const service = serviceNamed(program);

  const files = Object.entries({ 'one server': one, shards: cluster });
  test.each(files.filter(([, file]) => file.services.some(({ name }) => name === program)))(
    'with %s it gets each of its settings and no others, and starts with them',
    (_with, file) => {
      const named = Object.keys(file.serviceNamed(program).environment);
      const others = named.filter((key) => !(key in settingsOf(program)));
      expect(others).toEqual(program === 'query' ? ofExport : []);
      const missing = Object.keys(settingsOf(program)).filter((key) => !named.includes(key));
      expect(missing.filter((key) => !ofServers.test(key) && !onDisk.test(key))).toEqual([]);
      expect(() => readConfigOf[program](file.environmentOf(program))).not.toThrow();
    },
  );

  test('what it is not given is its own default', () => {
    const config: Record<string, unknown> = readConfigOf[program](environmentOf(program));
    const settings = settingsOf(program);
    const optional = Object.entries(service.environment).filter(([, value]) => /^\$\{\w+:-\}$/.test(value));
    for (const [key] of optional) expect(config[key]).toEqual(settings[key]?.parse(undefined));
  });

  test('its image is built from the Dockerfile, tagged with the version, and has the program of its command', () => {
    expect(service).toMatchObject({
      image: `tallyhouse:${version}`,
      build: { context: '.', dockerfile: 'deploy/Dockerfile' },
      command: [program],
    });
    expect(existsSync(`dist/${program}.js`)).toBe(true);
  });
});

test.each([one, cluster])('the command export reads the views that the migrations create', (file) => {
  const [query, migrate] = ['query', 'migrate'].map((name) => file.serviceNamed(name).environment);
  for (const name of ofExport) expect(query?.[name]).toBe(migrate?.[name]);
});

describe.each([
  ['ingest', 3001, ['127.0.0.1:3001-3004:3001']],
  ['consumer', 3002, []],
  ['query', 3000, ['127.0.0.1:3010-3011:3000']],
] as const)('%s', (app, port, published) => {
  const { healthCheck, ports, container_name } = serviceNamed(app);

  test('its port is the one that it listens on, for health checks and from outside', () => {
    const config: Record<string, unknown> = readConfigOf[app](environmentOf(app));
    expect(config).toMatchObject({ [`${app.toUpperCase()}_PORT`]: port, HOST: '0.0.0.0' });
    expect(healthCheck.join(' ')).toContain(`http://127.0.0.1:${port}/readyz`);
    const byDefault = ports.map((mapping) => filledIn(mapping, {}));
    expect(byDefault).toEqual(app === 'consumer' ? [] : [`127.0.0.1:${port}:${port}`]);
  });

  test('several of it may run: each takes a port of the range that .env names', () => {
    expect(container_name).toBeUndefined();
    const range = { INGEST_PORT: '3001-3004', QUERY_PORT: '3010-3011' };
    expect(ports.map((mapping) => filledIn(mapping, range))).toEqual(published);
  });

  test('its health check exits 0 when the response is ok, and else 1', async () => {
    const [kind, node, flag, script = ''] = healthCheck;
    expect([kind, node, flag]).toEqual(['CMD', 'node', '-e']);
    const exits: number[] = [];
    const run = new Function('fetch', 'process', `return ${script}`);
    for (const ok of [true, false])
      await run(async () => ({ ok }), { exit: (status: number) => exits.push(status) });
    expect(exits).toEqual([0, 1]);
  });
});

test.each([
  ['ingest', 'API_KEY'],
  ['ingest', 'IDENTITY_SECRET'],
  ['query', 'API_KEY'],
  ['migrate', 'CLICKHOUSE_PASSWORD'],
  ['consumer', 'CLICKHOUSE_PASSWORD'],
  ['query', 'CLICKHOUSE_READER_PASSWORD'],
  ['clickhouse', 'CLICKHOUSE_PASSWORD'],
  ['clickhouse', 'CLICKHOUSE_READER_PASSWORD'],
  ['clickhouse', 'CLICKHOUSE_BI_PASSWORD'],
  ['grafana', 'CLICKHOUSE_BI_PASSWORD'],
  ['grafana', 'GRAFANA_PASSWORD'],
])('%s does not start without %s', (name, secret) => {
  expect(() => environmentOf(name, { ...secrets, [secret]: '' })).toThrow(`set ${secret} in .env`);
});

test('no secret is in two roles: who knows that of a tool knows no other', () => {
  const known = Object.values(environmentOf('grafana')).filter((value) =>
    Object.values(secrets).includes(value),
  );
  expect(known.sort()).toEqual([secrets['GRAFANA_PASSWORD'], secrets['CLICKHOUSE_BI_PASSWORD']]);
  for (const path of ['deploy/clickhouse/reader.xml', 'deploy/cluster/reader.xml']) {
    const variables = [...readFileSync(path, 'utf8').matchAll(/from_env="(\w+)"/g)].map(([, name]) => name);
    expect(variables).toEqual(['CLICKHOUSE_READER_PASSWORD', 'CLICKHOUSE_BI_PASSWORD']);
  }
});

test('the user for BI tools has the constants of BI users, so no setting changes the numbers of a view', () => {
  const limits = limitsOf({ name: 'bi', personal: false, maxSeconds: 60, maxMemoryMb: 1000 }, 2);
  const constants = limits.filter(({ value }) => [undefined, 'throw', 0].includes(value));
  for (const path of ['deploy/clickhouse/reader.xml', 'deploy/cluster/reader.xml']) {
    const found = [...readFileSync(path, 'utf8').matchAll(/<(\w+)><const\/>/g)].map(([, name]) => name);
    expect(found).toEqual(constants.map(({ setting }) => setting));
  }
});

test.each([...one.services, ...cluster.services])(
  '$name can gain nothing, and has a limit of memory',
  (service) => {
    const { name, cap_drop, cap_add, security_opt, read_only, tmpfs, mem_limit = '', user } = service;
    expect([cap_drop, security_opt]).toEqual([['ALL'], ['no-new-privileges:true']]);
    expect(filledIn(mem_limit, {})).toMatch(/^\d+[mg]$/);
    // It binds port 80, and gives up root.
    expect(cap_add.length > 0).toBe(name === 'nginx');
    expect(user).toBe(name.startsWith('clickhouse') ? '101:101' : undefined);
    const writes = /^(kafka|clickhouse|grafana|nginx)/.test(name);
    expect([read_only, tmpfs]).toEqual(writes ? [false, []] : [true, ['/tmp']]);
  },
);

test('the apps find Kafka at the address that it advertises and listens on', () => {
  const kafka = serviceNamed('kafka');
  const advertised = kafka.environment['KAFKA_ADVERTISED_LISTENERS']?.replace('PLAINTEXT://', '');
  for (const app of ['ingest', 'consumer']) expect(environmentOf(app)['KAFKA_BROKERS']).toBe(advertised);
  const [host, port] = advertised?.split(':') ?? [];
  expect(host).toBe('kafka');
  expect(kafka.environment['KAFKA_LISTENERS']?.split(',')).toContain(`PLAINTEXT://:${port}`);
  expect(kafka.healthCheck).toContain(advertised);
});

test('writers to ClickHouse log in as the user that its image creates, the query app as the one of its file', () => {
  const clickhouse = environmentOf('clickhouse');
  const userOf = (app: string) => {
    const { CLICKHOUSE_URL, CLICKHOUSE_USER, CLICKHOUSE_PASSWORD } = environmentOf(app);
    return [CLICKHOUSE_URL, CLICKHOUSE_USER, CLICKHOUSE_PASSWORD];
  };
  const url = 'http://clickhouse:8123';
  const { CLICKHOUSE_USER, CLICKHOUSE_PASSWORD } = clickhouse;
  for (const app of ['migrate', 'consumer'])
    expect(userOf(app)).toEqual([url, CLICKHOUSE_USER, CLICKHOUSE_PASSWORD]);
  const file = 'deploy/clickhouse/reader.xml';
  const mount = `./${file}:/etc/clickhouse-server/users.d/reader.xml:ro`;
  expect(serviceNamed('clickhouse').volumes).toContain(mount);
  const users = readFileSync(file, 'utf8');
  const [, user, variable = ''] = /<users>\s*<(\w+)[^>]*>\s*<password from_env="(\w+)"\/>/.exec(users) ?? [];
  expect(userOf('query')).toEqual([url, user, clickhouse[variable]]);
  expect(clickhouse[variable]).not.toBe(CLICKHOUSE_PASSWORD);
});

test.each(['ingest', 'query'] as const)('%s reads the sites file and the keys file of a folder', (app) => {
  const files = { SITES_FILE: '/files/sites.yaml', KEYS_FILE: '/files/keys.yaml' };
  expect(readConfigOf[app](environmentOf(app, { ...secrets, ...files }))).toMatchObject(files);
  expect(serviceNamed(app).volumes).toEqual(['./files:/files:ro']);
});

test.each([
  ['one server', one],
  ['shards', cluster],
])('with %s, what is mounted exists or is a volume that is declared', (_with, file) => {
  const mounted = file.services.flatMap(({ volumes }) => volumes.map((mount) => mount.split(':')[0] ?? ''));
  // A reader makes the folder of his files.
  const files = mounted.filter((path) => path.startsWith('./') && path !== './files');
  expect(files).toEqual(expect.arrayContaining([expect.stringContaining('./deploy/')]));
  expect(files.filter((path) => !existsSync(path))).toEqual([]);
  expect(mounted.filter((path) => !path.startsWith('./'))).toEqual(file.volumes);
});

test('what keeps data keeps it in a volume', () => {
  const mounts = one.services.flatMap(({ volumes }) => volumes.filter((mount) => !mount.startsWith('./')));
  expect(mounts).toEqual([
    'kafka-data:/var/lib/kafka/data',
    'clickhouse-data:/var/lib/clickhouse',
    'prometheus-data:/prometheus',
    'grafana-data:/var/lib/grafana',
  ]);
  expect(serviceNamed('kafka').environment['KAFKA_LOG_DIRS']).toBe('/var/lib/kafka/data');
  expect(serviceNamed('prometheus').volumes.join()).toContain('./deploy/prometheus:');
});

test('images are pinned to a version, and shards have the images of one server', () => {
  for (const { image } of [...one.services, ...cluster.services]) expect(image).toMatch(/:v?\d+(\.\d+)+$/);
  for (const { name, image } of cluster.services.filter(({ name }) => /-\d$/.test(name)))
    expect(image).toBe(serviceNamed(name.slice(0, -2)).image);
});
