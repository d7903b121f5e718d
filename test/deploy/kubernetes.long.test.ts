import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { createLogger, createRegistry, openMetricsPort } from '@tallyhouse/service';
import { parse } from 'yaml';
import { z } from 'zod';
import { forAllTests } from '../api/shared-service.ts';
import { readConfigOf, settingsOf } from '../docs/settings.ts';
import { eventually } from '../harness/eventually.ts';
import { folderOfFile } from '../harness/temporary-folder.ts';
import { problemsOf as problemsOfExpression } from '../operations/documented-metrics.ts';
import { apps, startApps } from '../operations/running-apps.ts';
import { readComposeFile } from './compose-file.ts';
import { type Overlay, probes, problemsOf, rendered } from './manifests.ts';
import { pythonWithSchemas } from './programs.ts';

const programs = ['migrate', 'ingest', 'consumer', 'query', 'notify'] as const;
const secretFolder = '/run/secrets/tallyhouse';
const seccompProfile = { type: 'RuntimeDefault' };
const nothingMore = { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } };

const inFolder = folderOfFile();
const running = forAllTests(() => startApps());
let small: Overlay;
let scale: Overlay;

beforeAll(async () => {
  small = await rendered('small');
  scale = await rendered('scale');
  // Fetched here, as that may take longer than a test.
  await pythonWithSchemas();
});

describe.each(['small', 'scale'] as const)('%s', (name) => {
  let overlay: Overlay;
  beforeAll(() => {
    overlay = name === 'small' ? small : scale;
  });

  /** What a program makes of its environment, with files that stand for the Secret. */
  async function configOf(program: (typeof programs)[number]): Promise<Record<string, unknown>> {
    const environment = Object.entries(overlay.environmentOf(program)).map(async ([key, value]) => {
      if (!value.startsWith(`${secretFolder}/`)) return [key, value];
      const file = inFolder(basename(value));
      await writeFile(file, `what the file ${basename(value)} says\n`);
      return [key, file];
    });
    return readConfigOf[program](Object.fromEntries(await Promise.all(environment)));
  }

  test('Kubernetes knows every member of it, in the oldest and the newest version that we know of', async () => {
    const file = inFolder(`${name}.yaml`);
    await writeFile(file, overlay.text);
    expect(await Promise.all(['1.31', '1.37'].map((version) => problemsOf(file, version)))).toEqual(['', '']);
  });

  test('everything is in one namespace', () => {
    const elsewhere = overlay.all.filter(({ metadata }) => metadata.namespace !== 'tallyhouse');
    expect(elsewhere).toMatchObject([{ kind: 'Namespace', metadata: { name: 'tallyhouse' } }]);
  });

  test.each(programs)(
    'the variables of %s are settings, and the program starts with them',
    async (program) => {
      const unknown = overlay.containerOf(program).env.filter((one) => !(one.name in settingsOf(program)));
      expect(unknown).toEqual([]);
      await expect(configOf(program)).resolves.toBeDefined();
    },
  );

  test.each(programs)('no secret is in the environment of %s, and each file of one is mounted', (program) => {
    const environment = overlay.environmentOf(program);
    const settings = settingsOf(program);
    expect(Object.keys(environment).filter((key) => `${key}_FILE` in settings)).toEqual([]);
    const asFiles = Object.entries(environment).filter(([, value]) => value.startsWith(`${secretFolder}/`));
    expect(asFiles.filter(([key]) => !key.endsWith('_FILE') || !(key in settings))).toEqual([]);
    const secrets = overlay.podOf(program).spec.volumes.flatMap(({ secret }) => secret ?? []);
    const mounted = secrets.flatMap(({ items }) => items.map(({ path }) => `${secretFolder}/${path}`));
    expect(asFiles.map(([, value]) => value).sort()).toEqual(mounted.sort());
    expect(new Set(secrets.map(({ secretName }) => secretName))).toEqual(new Set(['tallyhouse']));
  });

  test('images have the version, and their commands programs of the build', async () => {
    const { version }: { version: string } = JSON.parse(await readFile('package.json', 'utf8'));
    for (const program of programs) {
      const { image, args } = overlay.containerOf(program);
      expect(image).toMatch(/^(registry\.example\.com\/)?tallyhouse:/);
      expect([image.split(':').at(-1), args]).toEqual([version, [program]]);
    }
  });

  test.each(programs)('%s may do nothing but read its files and talk', (program) => {
    const { spec } = overlay.podOf(program);
    const securityContext = { runAsNonRoot: true, runAsUser: 1000, seccompProfile };
    expect(spec).toMatchObject({ automountServiceAccountToken: false, securityContext });
    const ofContainer = { ...nothingMore, readOnlyRootFilesystem: true };
    expect(spec.containers[0]['securityContext']).toEqual(ofContainer);
    expect(spec.containers[0].volumeMounts.filter(({ readOnly }) => !readOnly)).toEqual([]);
  });

  test('no Service sets a setting: of the name INGEST_PORT, for example', () => {
    const pods = [...programs, ...(name === 'small' ? ['kafka', 'clickhouse'] : [])];
    for (const pod of pods) expect(overlay.podOf(pod).spec).toMatchObject({ enableServiceLinks: false });
  });

  test('each shared setting is one that some program has', () => {
    const known = new Set(programs.flatMap((program) => Object.keys(settingsOf(program))));
    const maps = programs.flatMap((program) =>
      overlay.containerOf(program).envFrom.map((one) => one.configMapRef.name),
    );
    const shared = maps.flatMap((map) => Object.keys(overlay.named('ConfigMap', map).data));
    expect(new Set(shared).size).toBeGreaterThan(4);
    expect(shared.filter((setting) => !known.has(setting))).toEqual([]);
  });

  test('ports are those on which the programs listen', async () => {
    for (const app of ['ingest', 'query'] as const) {
      const ports = { [`${app.toUpperCase()}_PORT`]: 'http', METRICS_PORT: 'metrics' };
      const config = await configOf(app);
      for (const [setting, port] of Object.entries(ports))
        expect(overlay.portOf(app, port)).toBe(config[setting]);
      expect(config['HOST']).toBe('0.0.0.0');
    }
    expect(overlay.portOf('consumer', 'metrics')).toBe((await configOf('consumer'))['CONSUMER_PORT']);
    expect(overlay.portOf('notify', 'metrics')).toBe((await configOf('notify'))['METRICS_PORT']);
    for (const app of apps) {
      const { annotations } = overlay.podOf(app).metadata;
      expect(annotations['prometheus.io/port']).toBe(String(overlay.portOf(app, 'metrics')));
    }
  });

  test('a Service leads to the port of each app that others call, and to no metrics', () => {
    const services = overlay.all.filter(
      ({ kind, metadata }) => kind === 'Service' && apps.some((app) => app === metadata.name),
    );
    expect(services.map(({ metadata }) => metadata.name)).toEqual(['ingest', 'query']);
    for (const { metadata, spec } of services)
      expect(spec).toMatchObject({
        selector: { 'app.kubernetes.io/name': metadata.name },
        ports: [{ name: 'http', port: overlay.portOf(metadata.name, 'http'), targetPort: 'http' }],
      });
  });

  test.each(apps)('%s has the time to finish, after no proxy sends to it any more', (app) => {
    const sleep = { preStop: { exec: { command: ['sleep', expect.stringMatching(/^[1-9]\d*$/)] } } };
    const { lifecycle } = overlay.containerOf(app);
    expect(lifecycle).toEqual(app === 'consumer' || app === 'notify' ? undefined : sleep);
    const seconds = Number(/"sleep","(\d+)"/.exec(JSON.stringify(lifecycle ?? {}))?.[1] ?? 0);
    // The promise of every app: 10 s.
    expect(overlay.podOf(app).spec.terminationGracePeriodSeconds).toBeGreaterThan(seconds + 10);
  });

  test.each(apps)('a node may be emptied: one pod of %s at a time', (app) => {
    const matchLabels = { 'app.kubernetes.io/name': app };
    const budget = overlay.named('PodDisruptionBudget', app).spec;
    expect(budget).toMatchObject({ maxUnavailable: 1, selector: { matchLabels } });
    const { metadata, spec } = overlay.podOf(app);
    expect(metadata.labels).toMatchObject(matchLabels);
    const keys = ['topology.kubernetes.io/zone', 'kubernetes.io/hostname'];
    const spread = keys.map((topologyKey) => ({ topologyKey, labelSelector: { matchLabels } }));
    expect(spec['topologySpreadConstraints']).toMatchObject(spread);
  });

  test('network policies let the apps reach the ports of Kafka and ClickHouse, and what scrapes and asks reach them', async () => {
    const brokers = z.array(z.string()).parse((await configOf('ingest'))['KAFKA_BROKERS']);
    const { port } = new URL(z.string().parse((await configOf('consumer'))['CLICKHOUSE_URL']));
    const allowed = (policy: string) => {
      const { egress = [], ingress = [] } = overlay.named('NetworkPolicy', policy).spec ?? {};
      return [...egress, ...ingress].flatMap(({ ports }) => ports.map((one) => one.port));
    };
    expect(new Set(brokers.map((broker) => Number(broker.split(':')[1])))).toEqual(
      new Set(allowed('apps-to-kafka')),
    );
    expect(allowed('apps-to-clickhouse')).toEqual([Number(port)]);
    expect(allowed('proxy-to-ingest-and-query')).toEqual(['http']);
    expect(allowed('prometheus-to-metrics')).toEqual(['metrics']);
    const ours = { 'app.kubernetes.io/part-of': 'tallyhouse' };
    const byDefault = overlay.named('NetworkPolicy', 'nothing-by-default').spec;
    expect(byDefault?.['podSelector']).toEqual({ matchLabels: ours });
    for (const { spec } of overlay.all)
      if (spec?.template) expect(spec.template.metadata.labels).toMatchObject(ours);
  });

  test('the Ingress leads to paths that are served, and to no health or metrics', async () => {
    const rules = overlay.named('Ingress', 'tallyhouse').spec?.rules ?? [];
    const config = await configOf('query');
    const { PUBLIC_INGEST_URL, PUBLIC_URL } = config;
    expect([PUBLIC_INGEST_URL, PUBLIC_URL]).toEqual(rules.map(({ host }) => `https://${host}`));
    const served = rules.flatMap(({ http }) =>
      http.paths.map(async ({ path, pathType, backend: { service } }) => {
        const { name: app, port } = service;
        expect(overlay.named('Service', app).spec).toMatchObject({ ports: [{ name: port.name }] });
        if (app !== 'ingest' && app !== 'query') throw new Error(`no app ${app}`);
        const example: Record<string, string> = { '/api/v1': '/api/v1/overview', '/assets': '/assets/' };
        const response = await fetch(running.urls[app] + (example[path] ?? path));
        return [app, path, pathType, response.status];
      }),
    );
    expect(await Promise.all(served)).toEqual([
      ['ingest', '/api/ping', 'Exact', 405],
      ['ingest', '/api/ping.gif', 'Exact', 400],
      ['ingest', '/api/crawl', 'Exact', 405],
      ['ingest', '/tracker.js', 'Exact', 200],
      ['ingest', '/tracker-events.js', 'Exact', 200],
      ['ingest', '/tracker-vitals.js', 'Exact', 200],
      ['query', '/', 'Exact', 200],
      // Each file has a name of its own.
      ['query', '/assets', 'Prefix', 404],
      ['query', '/api/v1', 'Prefix', 401],
      ['query', '/api/manage/v1', 'Prefix', 401],
      ['query', '/mcp', 'Exact', 405],
      ['query', '/llms.txt', 'Exact', 200],
      ['query', '/openapi.json', 'Exact', 200],
      ['query', '/docs', 'Exact', 200],
    ]);
  });
});

test.each([
  ['ingest', 'http'],
  ['consumer', 'metrics'],
  ['query', 'http'],
  ['notify', 'metrics'],
] as const)('every probe of %s asks for a path that its port serves', async (app, readyAt) => {
  const deps = { metrics: createRegistry(), checks: {}, logger: createLogger('test', 'silent') };
  const metricsPort = await openMetricsPort({ METRICS_PORT: 0, HOST: '127.0.0.1' }, deps);
  const asked = probes.parse(small.containerOf(app));
  for (const { httpGet } of Object.values(asked)) {
    const isOwn = httpGet.port === 'http' || readyAt === 'metrics';
    const url = isOwn ? running.urls[app] : metricsPort?.url;
    await eventually(async () => (await fetch(url + httpGet.path)).status, 200);
  }
  await metricsPort?.close();
  const lives = { httpGet: { path: '/healthz', port: 'metrics' } };
  const ready = { httpGet: { path: '/readyz', port: readyAt } };
  expect(asked).toMatchObject({ startupProbe: lives, livenessProbe: lives, readinessProbe: ready });
  // A check takes two seconds at most.
  expect(asked.readinessProbe.timeoutSeconds).toBeGreaterThan(2);
});

test('every app is scaled, none to fewer than two, and to as many consumers as partitions at most', () => {
  const scalers = scale.all.filter(({ kind }) => kind === 'HorizontalPodAutoscaler');
  expect(scalers.map(({ metadata }) => metadata.name)).toEqual(['consumer', 'ingest', 'query']);
  for (const { metadata, spec } of scalers) {
    const scaleTargetRef = { kind: 'Deployment', name: metadata.name };
    expect(spec).toMatchObject({ scaleTargetRef, minReplicas: 2 });
  }
  const partitions = Number(scale.generated('ConfigMap', 'settings').data['KAFKA_PARTITIONS']);
  expect(scalers[0]?.spec).toMatchObject({ maxReplicas: partitions });
});

const adapterFile = z.strictObject({
  externalRules: z.tuple([
    z.strictObject({
      seriesQuery: z.string(),
      resources: z.unknown(),
      name: z.strictObject({ as: z.string() }),
      metricsQuery: z.string(),
    }),
  ]),
});

test('the metric that scales the consumer is the one that the example for the adapter makes, of one that the apps export', async () => {
  const text = await readFile('deploy/kubernetes/overlays/scale/backlog.yaml', 'utf8');
  const [rule] = adapterFile.parse(parse(text)).externalRules;
  const { spec } = scale.named('HorizontalPodAutoscaler', 'consumer');
  expect(spec?.['metrics']).toMatchObject([{ external: { metric: { name: rule.name.as } } }]);
  // Kubernetes adds the namespace to what is scraped.
  expect(problemsOfExpression(rule.seriesQuery, ['partition'])).toEqual(['namespace']);
  const asked = rule.metricsQuery.replace('<<.LabelMatchers>>', 'partition=~".+"');
  expect(problemsOfExpression(asked)).toEqual([]);
});

test("a copy of an overlay that lacks the dashboard's address gets no other one: links would lead nowhere", async () => {
  const base = await readFile('deploy/kubernetes/base/kustomization.yaml', 'utf8');
  expect(base).toContain('- PUBLIC_INGEST_URL=');
  expect(base).not.toContain('- PUBLIC_URL=');
});

test.each(['kafka', 'clickhouse'])('%s of the small overlay lets in the apps that go out to it', (store) => {
  const [out, into] = [`apps-to-${store}`, `${store}-from-apps`].map(
    (name) => small.named('NetworkPolicy', name).spec,
  );
  expect(into?.ingress).toMatchObject([{ from: [{ podSelector: out?.['podSelector'] }] }]);
});

test('the volume of ClickHouse has room for what it says, and a pageview takes no more than it says', async () => {
  const text = await readFile('deploy/kubernetes/overlays/small/clickhouse.yaml', 'utf8');
  const said = /some (\d+) bytes: (\d+) million of them, and as much again .*\n\s*storage: (\d+)Gi/.exec(
    text,
  );
  const [bytes = 0, millions = 0, room = 0] = said?.slice(1).map(Number) ?? [];
  const [, measured] = /\[([\d.]+) B of disk\]/.exec(await readFile('README.md', 'utf8')) ?? [];
  expect(bytes).toBeGreaterThanOrEqual(Number(measured));
  expect(room * 2 ** 30).toBeGreaterThanOrEqual(2 * bytes * millions * 1e6);
});

test("the stores of the small overlay are those of Docker Compose, with the same users' file", async () => {
  const { serviceNamed } = readComposeFile();
  for (const name of ['kafka', 'clickhouse']) {
    const { spec } = small.podOf(name);
    const [container] = spec.containers;
    expect(container.image).toBe(serviceNamed(name).image);
    // The namespace refuses others.
    expect(spec['securityContext']).toMatchObject({ runAsNonRoot: true, seccompProfile });
    expect(container['securityContext']).toEqual(nothingMore);
    const variables = Object.keys(serviceNamed(name).environment);
    expect(container.env.map((one) => one.name).sort()).toEqual(variables.sort());
  }
  const users = await readFile('deploy/clickhouse/reader.xml', 'utf8');
  expect(small.generated('ConfigMap', 'clickhouse-users').data).toEqual({ 'reader.xml': users });
});
