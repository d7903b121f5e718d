import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { ran } from '../harness/ran.ts';
import { kubectl, pythonWithSchemas } from './programs.ts';

const named = z.object({ name: z.string() });
const texts = z.record(z.string(), z.string()).default({});
/** A list that may be missing. */
const listOf = <Item extends z.ZodType>(item: Item) => z.array(item).default([]);

const probe = z.object({
  httpGet: z.object({ path: z.string(), port: z.string() }),
  timeoutSeconds: z.number().default(1),
});

const container = z.looseObject({
  image: z.string(),
  args: listOf(z.string()),
  env: listOf(named.extend({ value: z.string().default('') })),
  envFrom: listOf(z.object({ configMapRef: named })),
  ports: listOf(named.extend({ containerPort: z.number() })),
  resources: z.object({
    requests: z.object({ cpu: z.string(), memory: z.string() }),
    limits: z.object({ memory: z.string() }).strict(),
  }),
  volumeMounts: z.array(named.extend({ readOnly: z.boolean().default(false) })),
});

export const probes = z.object({ startupProbe: probe, livenessProbe: probe, readinessProbe: probe });

const secret = z.object({ secretName: z.string(), items: z.array(z.object({ path: z.string() })) });

const pod = z.object({
  metadata: z.object({ labels: texts, annotations: texts }),
  spec: z.looseObject({
    containers: z.tuple([container]),
    terminationGracePeriodSeconds: z.number().default(30),
    volumes: listOf(named.extend({ secret: secret.optional() })),
  }),
});

const path = z.object({
  path: z.string(),
  pathType: z.string(),
  backend: z.object({ service: named.extend({ port: named }) }),
});
const open = listOf(z.looseObject({ ports: z.array(z.object({ port: z.union([z.string(), z.number()]) })) }));

const manifest = z.object({
  kind: z.string(),
  metadata: named.extend({ namespace: z.string().optional() }),
  data: texts,
  /** The parts that tests follow are described here; the rest is taken as it is. */
  spec: z
    .looseObject({
      template: pod.optional(),
      egress: open,
      ingress: open,
      rules: listOf(z.object({ host: z.string(), http: z.object({ paths: z.array(path) }) })),
    })
    .optional(),
});
type Manifest = z.output<typeof manifest>;

export type Overlay = Awaited<ReturnType<typeof rendered>>;

/** What kubectl makes of an overlay of deploy/kubernetes. @throws an Error when it makes nothing of it */
export async function rendered(overlay: string) {
  const command = [await kubectl(), 'kustomize', `deploy/kubernetes/overlays/${overlay}`];
  const { out: text, code, errors } = await ran(command);
  if (code !== 0) throw new Error(errors);
  const all = parseAllDocuments(text).map((document) => manifest.parse(document.toJS()));
  function find(kind: string, is: (name: string) => boolean): Manifest {
    const found = all.find((one) => one.kind === kind && is(one.metadata.name));
    if (!found) throw new Error(`no such ${kind}`);
    return found;
  }
  const withName = (kind: string, name: string) => find(kind, (one) => one === name);
  function podOf(name: string) {
    const stores = ['kafka', 'clickhouse'];
    const kind = name === 'migrate' ? 'Job' : stores.includes(name) ? 'StatefulSet' : 'Deployment';
    return pod.parse(withName(kind, name).spec?.template);
  }
  const containerOf = (name: string) => podOf(name).spec.containers[0];
  return {
    text,
    all,
    named: withName,
    /** One whose name kubectl ended with a digest. */
    generated: (kind: string, name: string) => find(kind, (one) => one.startsWith(`${name}-`)),
    podOf,
    containerOf,
    portOf: (name: string, port: string) =>
      containerOf(name).ports.find((one) => one.name === port)?.containerPort,
    /** The environment as Kubernetes makes it. */
    environmentOf(name: string): Record<string, string> {
      const { env, envFrom } = containerOf(name);
      const shared = envFrom.map(({ configMapRef }) => withName('ConfigMap', configMapRef.name).data);
      return Object.assign({}, ...shared, Object.fromEntries(env.map((one) => [one.name, one.value])));
    },
  };
}

/** What is wrong with manifests by the schemas of a Kubernetes version, which know every member; empty when nothing is. */
export async function problemsOf(file: string, version: string): Promise<string> {
  const options = ['-m', 'kubernetes_validate', '--kubernetes-version', version, '--strict', '--quiet'];
  const { out, code } = await ran([await pythonWithSchemas(), ...options, file]);
  return code === 0 ? out : `exit code ${code}: ${out}`;
}
