import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createLogger, createRegistry, openMetricsPort } from '@tallyhouse/service';
import { parse } from 'yaml';
import { z } from 'zod';
import { type ProgramName, readConfigOf, settingsOf } from '../docs/settings.ts';
import { readExpression } from '../operations/promql.ts';
import { startApps } from '../operations/running-apps.ts';
import { type Container, type Manifest, problemsOf, rendered } from './manifests.ts';
import { pythonWithSchemas } from './programs.ts';

const overlays = ['small', 'scale'] as const;
const programs = ['migrate', 'ingest', 'consumer', 'query'] as const satisfies readonly ProgramName[];
const apps = ['ingest', 'consumer', 'query'] as const;
const secretFolder = '/run/secrets/tallyhouse';

let folder: string;
let running: Awaited<ReturnType<typeof startApps>>;
const manifestsOf = new Map<string, { text: string; manifests: Manifest[] }>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallyhouse-kubernetes-'));
  running = await startApps();
  for (const overlay of overlays) manifestsOf.set(overlay, await rendered(overlay));
  // Fetched here, as that may take longer than a test.
  await pythonWithSchemas();
});
afterAll(async () => {
  await running.stop();
  await rm(folder, { recursive: true, force: true });
});

describe.each(overlays)('%s', (overlay) => {
  const all = () => manifestsOf.get(overlay)?.manifests ?? [];
  const named = (kind: string, name: string): Manifest => {
    const found = all().find((one) => one.kind === kind && one.metadata.name === name);
    if (!found) throw new Error(`no ${kind} ${name}`);
    return found;
  };
  const podOf = (name: string) => {
    const kind =
      name === 'migrate' ? 'Job' : ['kafka', 'clickhouse'].includes(name) ? 'StatefulSet' : 'Deployment';
    const template = named(kind, name).spec?.template;
    if (!template) throw new Error(`${name} has no pod`);
    return template;
  };
  const containerOf = (name: string): Container => podOf(name).spec.containers[0];
  const portOf = (name: string, port: string) =>
    containerOf(name).ports.find((one) => one.name === port)?.containerPort;

  /** The environment as Kubernetes makes it. */
  function environmentOf(name: string): Record<string, string> {
    const { env, envFrom } = containerOf(name);
    const shared = envFrom.map(({ configMapRef }) => named('ConfigMap', configMapRef.name).data ?? {});
    const own = env.map((one) => [one.name, one.value ?? '']);
    return Object.assign({}, ...shared, Object.fromEntries(own));
  }

  /** What a program makes of its environment, with files in place of the Secret. */
  async function configOf(program: (typeof programs)[number]): Promise<Record<string, unknown>> {
    const environment = Object.entries(environmentOf(program)).map(async ([key, value]) => {
      if (!value.startsWith(`${secretFolder}/`)) return [key, value];
      const file = join(folder, basename(value));
      await writeFile(file, `what the file ${basename(value)} says\n`);
      return [key, file];
    });
    return readConfigOf[program](Object.fromEntries(await Promise.all(environment)));
  }

  test('Kubernetes knows every member of it, in the oldest and the newest version that we know of', async () => {
    const file = join(folder, `${overlay}.yaml`);
    await writeFile(file, manifestsOf.get(overlay)?.text ?? '');
    expect(await Promise.all(['1.31', '1.37'].map((version) => problemsOf(file, version)))).toEqual(['', '']);
  });

  test('everything is in one namespace', () => {
    const elsewhere = all().filter(
      ({ kind, metadata }) => kind !== 'Namespace' && metadata.namespace !== 'tallyhouse',
    );
    expect(elsewhere.map(({ metadata }) => metadata.name)).toEqual([]);
    expect(named('Namespace', 'tallyhouse')).toBeDefined();
  });

  describe.each(programs)('%s', (program) => {
    test('its own variables are settings of the program', () => {
      const unknown = containerOf(program).env.filter(({ name }) => !(name in settingsOf(program)));
      expect(unknown).toEqual([]);
    });

    test('the program starts with them', async () => {
      await expect(configOf(program)).resolves.toBeDefined();
    });

    test('no secret is in its environment, and each file of one is mounted', async () => {
      const environment = environmentOf(program);
      const secret = Object.keys(environment).filter((name) => `${name}_FILE` in settingsOf(program));
      expect(secret).toEqual([]);
      const asFiles = Object.entries(environment).filter(([, value]) => value.startsWith(`${secretFolder}/`));
      expect(asFiles.map(([name]) => name.endsWith('_FILE') && name in settingsOf(program))).not.toContain(
        false,
      );
      const { volumes } = podOf(program).spec;
      const mounted = volumes.flatMap(
        ({ secret }) => secret?.items.map(({ path }) => `${secretFolder}/${path}`) ?? [],
      );
      expect(asFiles.map(([, value]) => value).sort()).toEqual(mounted.sort());
      expect(new Set(volumes.flatMap(({ secret }) => secret?.secretName ?? []))).toEqual(
        new Set(['tallyhouse']),
      );
    });

    test('its image has the version, and its command a program of the build', async () => {
      const { version }: { version: string } = JSON.parse(await readFile('package.json', 'utf8'));
      const { image, args } = containerOf(program);
      expect(image).toMatch(/^(registry\.example\.com\/)?tallyhouse:/);
      expect(image.split(':').at(-1)).toBe(version);
      expect(args).toEqual([program]);
    });

    test('it may do nothing but read its files and talk', () => {
      const { spec } = podOf(program);
      expect(spec).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
      });
      expect(spec.containers[0].securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(spec.containers[0].volumeMounts.filter(({ readOnly }) => !readOnly)).toEqual([]);
    });
  });

  test('no Service sets a setting: of the name INGEST_PORT, for example', () => {
    const pods = [...programs, ...(overlay === 'small' ? ['kafka', 'clickhouse'] : [])];
    expect(pods.filter((name) => podOf(name).spec.enableServiceLinks)).toEqual([]);
  });

  test('each shared setting is one that some program has', () => {
    const known = new Set(programs.flatMap((program) => Object.keys(settingsOf(program))));
    const maps = new Set(
      programs.flatMap((program) => containerOf(program).envFrom.map((one) => one.configMapRef.name)),
    );
    const shared = [...maps].flatMap((name) => Object.keys(named('ConfigMap', name).data ?? {}));
    expect(shared.length).toBeGreaterThan(4);
    expect(shared.filter((name) => !known.has(name))).toEqual([]);
  });

  test('ports are those on which the programs listen', async () => {
    for (const app of ['ingest', 'query'] as const) {
      const config = await configOf(app);
      expect(portOf(app, 'http')).toBe(config[`${app.toUpperCase()}_PORT`]);
      expect(portOf(app, 'metrics')).toBe(config['METRICS_PORT']);
      expect(config['HOST']).toBe('0.0.0.0');
    }
    expect(portOf('consumer', 'metrics')).toBe((await configOf('consumer'))['CONSUMER_PORT']);
    for (const app of apps) {
      const { annotations } = podOf(app).metadata;
      expect(annotations['prometheus.io/port']).toBe(String(portOf(app, 'metrics')));
    }
  });

  test('a Service leads to the port of each app that others call, and to no metrics', () => {
    const services = all().filter(
      ({ kind, metadata }) => kind === 'Service' && apps.some((app) => app === metadata.name),
    );
    expect(services.map(({ metadata, spec }) => [metadata.name, spec?.selector, spec?.ports])).toEqual(
      (['ingest', 'query'] as const).map((app) => [
        app,
        { 'app.kubernetes.io/name': app },
        [{ name: 'http', port: portOf(app, 'http'), targetPort: 'http' }],
      ]),
    );
  });

  test('an app has the time to finish, after no proxy sends to it any more', () => {
    for (const app of apps) {
      const sleep = Number(containerOf(app).lifecycle?.preStop.exec.command[1] ?? 0);
      expect(sleep > 0).toBe(app !== 'consumer');
      // The promise of every app: 10 s.
      expect(podOf(app).spec.terminationGracePeriodSeconds).toBeGreaterThan(sleep + 10);
    }
  });

  test('a node may be emptied: one pod of each app at a time', () => {
    for (const app of apps) {
      expect(named('PodDisruptionBudget', app).spec).toMatchObject({
        maxUnavailable: 1,
        selector: { matchLabels: { 'app.kubernetes.io/name': app } },
      });
      expect(podOf(app).metadata.labels).toMatchObject({ 'app.kubernetes.io/name': app });
      expect(podOf(app).spec.topologySpreadConstraints).toEqual(
        ['topology.kubernetes.io/zone', 'kubernetes.io/hostname'].map((topologyKey) => ({
          topologyKey,
          labelSelector: { matchLabels: { 'app.kubernetes.io/name': app } },
        })),
      );
    }
  });

  test('network policies let the apps reach the ports of Kafka and ClickHouse, and what scrapes and asks reach them', async () => {
    const brokers = z.array(z.string()).parse((await configOf('ingest'))['KAFKA_BROKERS']);
    const { port } = new URL(z.string().parse((await configOf('consumer'))['CLICKHOUSE_URL']));
    const allowed = (name: string) => {
      const { egress = [], ingress = [] } = named('NetworkPolicy', name).spec ?? {};
      return [...egress, ...ingress].flatMap(({ ports }) => ports.map((one) => one.port));
    };
    expect(new Set(brokers.map((broker) => Number(broker.split(':')[1])))).toEqual(
      new Set(allowed('apps-to-kafka')),
    );
    expect(allowed('apps-to-clickhouse')).toEqual([Number(port)]);
    expect(allowed('proxy-to-ingest-and-query')).toEqual(['http']);
    expect(allowed('prometheus-to-metrics')).toEqual(['metrics']);
    expect(named('NetworkPolicy', 'nothing-by-default').spec?.podSelector).toEqual({
      matchLabels: { 'app.kubernetes.io/part-of': 'tallyhouse' },
    });
    const strangers = all().flatMap(({ metadata, spec }) =>
      spec?.template && spec.template.metadata.labels['app.kubernetes.io/part-of'] !== 'tallyhouse'
        ? metadata.name
        : [],
    );
    expect(strangers).toEqual([]);
  });

  test('the Ingress leads to paths that are served, and to no health or metrics', async () => {
    const rules = named('Ingress', 'tallyhouse').spec?.rules ?? [];
    const config = await configOf('query');
    expect(config['PUBLIC_INGEST_URL']).toBe(`https://${rules[0]?.host}`);
    const served = rules.flatMap(({ http }) =>
      http.paths.map(async ({ path, pathType, backend }) => {
        const { name, port } = backend.service;
        expect(named('Service', name).spec?.ports?.map((one) => one.name)).toEqual([port.name]);
        if (name !== 'ingest' && name !== 'query') throw new Error(`no app ${name}`);
        const example: Record<string, string> = { '/api/v1': '/api/v1/overview', '/assets': '/assets/' };
        const response = await fetch(running.urls[name] + (example[path] ?? path));
        return [name, path, pathType, response.status];
      }),
    );
    expect(await Promise.all(served)).toEqual([
      ['ingest', '/api/ping', 'Exact', 405],
      ['ingest', '/api/ping.gif', 'Exact', 400],
      ['ingest', '/tracker.js', 'Exact', 200],
      ['ingest', '/tracker-events.js', 'Exact', 200],
      ['query', '/', 'Exact', 200],
      // Each file has a name of its own.
      ['query', '/assets', 'Prefix', 404],
      ['query', '/api/v1', 'Prefix', 401],
      ['query', '/openapi.json', 'Exact', 200],
      ['query', '/docs', 'Exact', 200],
    ]);
  });
});

test('every probe asks for a path that its port serves', async () => {
  const deps = { metrics: createRegistry(), checks: {}, logger: createLogger('test', 'silent') };
  const metricsPort = await openMetricsPort({ METRICS_PORT: 0, HOST: '127.0.0.1' }, deps);
  const manifests = manifestsOf.get('small')?.manifests ?? [];
  const asked: unknown[] = [];
  for (const app of apps) {
    const found = manifests.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === app);
    const container = found?.spec?.template?.spec.containers[0];
    const { startupProbe, livenessProbe, readinessProbe } = container ?? {};
    for (const [name, probe] of Object.entries({ startupProbe, livenessProbe, readinessProbe })) {
      const { path = '', port = '' } = probe?.httpGet ?? {};
      const url = port === 'http' || app === 'consumer' ? running.urls[app] : metricsPort.url;
      asked.push([app, name, path, port, (await fetch(url + path)).status]);
      // A check takes two seconds at most.
      if (path === '/readyz') expect(probe?.timeoutSeconds).toBeGreaterThan(2);
    }
  }
  await metricsPort.close();
  expect(asked).toEqual([
    ['ingest', 'startupProbe', '/healthz', 'metrics', 200],
    ['ingest', 'livenessProbe', '/healthz', 'metrics', 200],
    ['ingest', 'readinessProbe', '/readyz', 'http', 200],
    ['consumer', 'startupProbe', '/healthz', 'metrics', 200],
    ['consumer', 'livenessProbe', '/healthz', 'metrics', 200],
    ['consumer', 'readinessProbe', '/readyz', 'metrics', 200],
    ['query', 'startupProbe', '/healthz', 'metrics', 200],
    ['query', 'livenessProbe', '/healthz', 'metrics', 200],
    ['query', 'readinessProbe', '/readyz', 'http', 200],
  ]);
});

describe('scale', () => {
  const scalers = () =>
    (manifestsOf.get('scale')?.manifests ?? []).filter(({ kind }) => kind === 'HorizontalPodAutoscaler');

  test('every app is scaled, none to fewer than two', () => {
    expect(scalers().map(({ metadata, spec }) => [metadata.name, spec?.scaleTargetRef])).toEqual(
      ['consumer', 'ingest', 'query'].map((name) => [name, { kind: 'Deployment', name }]),
    );
    expect(scalers().map(({ spec }) => spec?.minReplicas)).toEqual([2, 2, 2]);
  });

  test('there are as many consumers as partitions at most', () => {
    const settings = manifestsOf
      .get('scale')
      ?.manifests.find(({ metadata }) => metadata.name.startsWith('settings-'));
    const consumer = scalers().find(({ metadata }) => metadata.name === 'consumer');
    expect(consumer?.spec?.maxReplicas).toBe(Number(settings?.data?.['KAFKA_PARTITIONS']));
  });

  test('the metric that scales the consumer is the one that the example for the adapter makes, of one that the apps export', async () => {
    const file = z
      .strictObject({
        externalRules: z.tuple([
          z.strictObject({
            seriesQuery: z.string(),
            resources: z.unknown(),
            name: z.strictObject({ as: z.string() }),
            metricsQuery: z.string(),
          }),
        ]),
      })
      .parse(parse(await readFile('deploy/kubernetes/overlays/scale/backlog.yaml', 'utf8')));
    const [rule] = file.externalRules;
    const consumer = scalers().find(({ metadata }) => metadata.name === 'consumer');
    expect(consumer?.spec?.metrics?.map(({ external }) => external?.metric.name)).toEqual([rule.name.as]);
    const documented = await readFile('docs/operations.md', 'utf8');
    for (const query of [
      rule.seriesQuery,
      rule.metricsQuery.replace('<<.LabelMatchers>>', 'namespace="x"'),
    ]) {
      const { asked, mistakes } = readExpression(query);
      expect(mistakes).toEqual([]);
      // Another test compares that table with running apps.
      for (const { series } of asked)
        expect(documented).toMatch(new RegExp(`^\\| \`${series}\` +\\| \`partition\` `, 'm'));
    }
  });
});

test("the stores of the small overlay are those of Docker Compose, with the same users' file", async () => {
  const small = manifestsOf.get('small')?.manifests ?? [];
  const compose = z
    .object({
      services: z.record(
        z.string(),
        z.object({ image: z.string(), environment: z.record(z.string(), z.unknown()).default({}) }),
      ),
    })
    .parse(parse(await readFile('docker-compose.yml', 'utf8')));
  for (const name of ['kafka', 'clickhouse']) {
    const store = small.find(({ kind, metadata }) => kind === 'StatefulSet' && metadata.name === name);
    const container = store?.spec?.template?.spec.containers[0];
    expect(container?.image).toBe(compose.services[name]?.image);
    // The namespace refuses others.
    expect(store?.spec?.template?.spec.securityContext).toMatchObject({
      runAsNonRoot: true,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(container?.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      capabilities: { drop: ['ALL'] },
    });
    expect(container?.env.map((one) => one.name).sort()).toEqual(
      Object.keys(compose.services[name]?.environment ?? {}).sort(),
    );
  }
  const users = small.find(({ metadata }) => metadata.name.startsWith('clickhouse-users-'));
  expect(users?.data).toEqual({ 'reader.xml': await readFile('deploy/clickhouse/reader.xml', 'utf8') });
});
