import { existsSync, readFileSync } from 'node:fs';
import { type ProgramName, readConfigOf, settingsOf } from '../docs/settings.ts';
import { type ComposeService, filledIn, readComposeFile } from './compose-file.ts';

const secrets = {
  API_KEY: 'a key of the tests',
  IDENTITY_SECRET: 'sixteen letters or more',
  CLICKHOUSE_PASSWORD: 'a password',
  CLICKHOUSE_READER_PASSWORD: 'another password',
};
const compose = readComposeFile();
const manifest: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'));

/** The app's port, by its default. */
const portOf: Record<string, number> = { ingest: 3001, consumer: 3002, query: 3000 };

function serviceNamed(name: string): ComposeService {
  const found = compose.services.find((service) => service.name === name);
  if (!found) throw new Error(`no service ${name}`);
  return found;
}

function environmentOf(name: string, variables: Record<string, string> = secrets): Record<string, string> {
  const written = Object.entries(serviceNamed(name).environment);
  return Object.fromEntries(written.map(([key, value]) => [key, filledIn(value, variables)]));
}

const ofGrafana = ['prometheus', 'grafana'];
const programs = ['migrate', 'ingest', 'consumer', 'query'] as const satisfies readonly ProgramName[];

test('the services', () => {
  expect(compose.services.map(({ name }) => name)).toEqual([
    'kafka',
    'clickhouse',
    ...programs,
    ...ofGrafana,
  ]);
});

test('Grafana and its Prometheus start only with their profile, and read the files of the repository', () => {
  expect(compose.services.map(({ name, profiles }) => [name, profiles])).toEqual(
    compose.services.map(({ name }) => [name, ofGrafana.includes(name) ? ['grafana'] : []]),
  );
  const mounted = ofGrafana.flatMap((name) =>
    serviceNamed(name).volumes.flatMap((mount) => (mount.startsWith('./') ? mount.split(':') : [])),
  );
  expect(mounted.filter((path) => path.startsWith('./') && !existsSync(path))).toEqual([]);
  expect(mounted).toContain('./deploy/prometheus');
});

describe.each(programs)('%s', (program) => {
  const service = serviceNamed(program);

  test('its environment has only settings of the program', () => {
    const unknown = Object.keys(service.environment).filter((key) => !(key in settingsOf(program)));
    expect(unknown).toEqual([]);
  });

  test('the program starts with its environment and the secrets alone', () => {
    expect(() => readConfigOf[program](environmentOf(program))).not.toThrow();
  });

  test('what it is not given is its own default', () => {
    const config: Record<string, unknown> = readConfigOf[program](environmentOf(program));
    const settings = settingsOf(program);
    const optional = Object.entries(service.environment).filter(([, value]) => /^\$\{\w+:-\}$/.test(value));
    for (const [key] of optional) expect(config[key]).toEqual(settings[key].parse(undefined));
  });

  test('its image is built from the Dockerfile and tagged with the version', () => {
    expect(service.image).toBe(`tallyhouse:${manifest.version}`);
    expect(service.build).toEqual({ context: '.', dockerfile: 'deploy/Dockerfile' });
  });

  test('the build creates the program of its command', () => {
    expect(service.command).toEqual([program]);
    expect(existsSync(`dist/${program}.js`)).toBe(true);
  });
});

describe.each(['ingest', 'consumer', 'query'] as const)('%s', (program) => {
  test('its port is the one that it listens on, for health checks and from outside', () => {
    const config: Record<string, unknown> = readConfigOf[program](environmentOf(program));
    const port = config[`${program.toUpperCase()}_PORT`];
    expect(port).toBe(portOf[program]);
    expect(config['HOST']).toBe('0.0.0.0');
    const { healthCheck, ports } = serviceNamed(program);
    expect(healthCheck.join(' ')).toContain(`http://127.0.0.1:${port}/readyz`);
    const published = ports.map((mapping) => filledIn(mapping, {}));
    expect(published).toEqual(program === 'consumer' ? [] : [`127.0.0.1:${port}:${port}`]);
  });

  test('several of it may run: each takes a port of the range that .env names', () => {
    const { ports, containerName } = serviceNamed(program);
    expect(containerName).toBeUndefined();
    const range = { INGEST_PORT: '3001-3004', QUERY_PORT: '3010-3011' };
    const published = {
      ingest: ['127.0.0.1:3001-3004:3001'],
      query: ['127.0.0.1:3010-3011:3000'],
      consumer: [],
    };
    expect(ports.map((mapping) => filledIn(mapping, range))).toEqual(published[program]);
  });

  test.each([
    [true, 0],
    [false, 1],
  ])('its health check, told ok: %s, exits %i', async (ok, code) => {
    const [kind, node, flag, script = ''] = serviceNamed(program).healthCheck;
    expect([kind, node, flag]).toEqual(['CMD', 'node', '-e']);
    const exits: number[] = [];
    const run = new Function('fetch', 'process', `return ${script}`);
    await run(async () => ({ ok }), { exit: (status: number) => exits.push(status) });
    expect(exits).toEqual([code]);
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
])('%s does not start without %s', (name, secret) => {
  expect(() => environmentOf(name, { ...secrets, [secret]: '' })).toThrow(`set ${secret} in .env`);
});

test('the apps find Kafka at the address that it advertises and listens on', () => {
  const kafka = serviceNamed('kafka').environment;
  const advertised = kafka['KAFKA_ADVERTISED_LISTENERS']?.replace('PLAINTEXT://', '');
  for (const app of ['ingest', 'consumer']) expect(environmentOf(app)['KAFKA_BROKERS']).toBe(advertised);
  const [host, port] = advertised?.split(':') ?? [];
  expect(host).toBe('kafka');
  expect(kafka['KAFKA_LISTENERS']?.split(',')).toContain(`PLAINTEXT://:${port}`);
  expect(serviceNamed('kafka').healthCheck).toContain(advertised);
});

test('writers to ClickHouse log in as the user that its image creates', () => {
  const { CLICKHOUSE_USER, CLICKHOUSE_PASSWORD } = environmentOf('clickhouse');
  for (const app of ['migrate', 'consumer']) {
    expect(environmentOf(app)).toMatchObject({
      CLICKHOUSE_URL: 'http://clickhouse:8123',
      CLICKHOUSE_USER,
      CLICKHOUSE_PASSWORD,
    });
  }
});

test('the query app logs in as the user of the file that ClickHouse is given', () => {
  const file = 'deploy/clickhouse/reader.xml';
  expect(serviceNamed('clickhouse').volumes).toContain(
    `./${file}:/etc/clickhouse-server/users.d/reader.xml:ro`,
  );
  const users = readFileSync(file, 'utf8');
  const [, user, variable = ''] = /<users>\s*<(\w+)[^>]*>\s*<password from_env="(\w+)"\/>/.exec(users) ?? [];
  expect(environmentOf('query')).toMatchObject({
    CLICKHOUSE_URL: 'http://clickhouse:8123',
    CLICKHOUSE_USER: user,
    CLICKHOUSE_PASSWORD: environmentOf('clickhouse')[variable],
  });
  expect(environmentOf('query')['CLICKHOUSE_PASSWORD']).not.toBe(
    environmentOf('clickhouse')['CLICKHOUSE_PASSWORD'],
  );
});

test.each(['ingest', 'query'] as const)('%s reads the sites file and the keys file of a folder', (app) => {
  const files = { SITES_FILE: '/files/sites.yaml', KEYS_FILE: '/files/keys.yaml' };
  expect(readConfigOf[app](environmentOf(app, { ...secrets, ...files }))).toMatchObject(files);
  expect(serviceNamed(app).volumes).toEqual(['./files:/files:ro']);
});

test('every service waits for what it cannot work without', () => {
  const waits = Object.fromEntries(compose.services.map(({ name, dependsOn }) => [name, dependsOn]));
  expect(waits).toEqual({
    kafka: {},
    clickhouse: {},
    migrate: { clickhouse: 'service_healthy' },
    ingest: { kafka: 'service_healthy' },
    consumer: { kafka: 'service_healthy', migrate: 'service_completed_successfully' },
    query: { migrate: 'service_completed_successfully' },
    prometheus: {},
    grafana: { migrate: 'service_completed_successfully' },
  });
});

test('what keeps data keeps it in a volume that is declared', () => {
  const mounted = ['kafka', 'clickhouse', ...ofGrafana]
    .flatMap((name) => serviceNamed(name).volumes)
    .filter((mount) => !mount.startsWith('./'));
  expect(mounted).toEqual([
    'kafka-data:/var/lib/kafka/data',
    'clickhouse-data:/var/lib/clickhouse',
    'prometheus-data:/prometheus',
    'grafana-data:/var/lib/grafana',
  ]);
  expect(mounted.map((mount) => mount.split(':')[0])).toEqual(compose.volumes);
  expect(serviceNamed('kafka').environment['KAFKA_LOG_DIRS']).toBe('/var/lib/kafka/data');
});

test('images are pinned to a version', () => {
  for (const { image } of compose.services) expect(image).toMatch(/:v?\d+(\.\d+)+$/);
});
