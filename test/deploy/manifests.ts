import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { kubectl, pythonWithSchemas } from './programs.ts';

const run = promisify(execFile);

const probe = z.object({
  httpGet: z.object({ path: z.string(), port: z.string() }).optional(),
  timeoutSeconds: z.number().default(1),
});

const container = z.object({
  image: z.string(),
  args: z.array(z.string()).default([]),
  env: z
    .array(z.object({ name: z.string(), value: z.string().optional(), valueFrom: z.unknown().optional() }))
    .default([]),
  envFrom: z.array(z.object({ configMapRef: z.object({ name: z.string() }) })).default([]),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })).default([]),
  startupProbe: probe.optional(),
  readinessProbe: probe.optional(),
  livenessProbe: probe.optional(),
  lifecycle: z
    .object({ preStop: z.object({ exec: z.object({ command: z.tuple([z.literal('sleep'), z.string()]) }) }) })
    .optional(),
  resources: z.object({
    requests: z.object({ cpu: z.string(), memory: z.string() }),
    limits: z.object({ memory: z.string() }).strict(),
  }),
  securityContext: z.unknown().optional(),
  volumeMounts: z.array(
    z.object({ name: z.string(), mountPath: z.string(), readOnly: z.boolean().default(false) }),
  ),
});
export type Container = z.output<typeof container>;

const pod = z.object({
  metadata: z.object({
    labels: z.record(z.string(), z.string()),
    annotations: z.record(z.string(), z.string()).default({}),
  }),
  spec: z.object({
    automountServiceAccountToken: z.boolean().default(true),
    enableServiceLinks: z.boolean().default(true),
    terminationGracePeriodSeconds: z.number().default(30),
    securityContext: z.unknown().optional(),
    containers: z.tuple([container]),
    topologySpreadConstraints: z
      .array(z.object({ topologyKey: z.string(), labelSelector: z.unknown().optional() }))
      .default([]),
    volumes: z
      .array(
        z.object({
          name: z.string(),
          secret: z
            .object({
              secretName: z.string(),
              items: z.array(z.object({ key: z.string(), path: z.string() })),
            })
            .optional(),
          configMap: z.object({ name: z.string() }).optional(),
        }),
      )
      .default([]),
  }),
});

const spec = z.object({
  template: pod.optional(),
  ports: z.array(z.object({ name: z.string(), port: z.number(), targetPort: z.string() })).optional(),
  selector: z.record(z.string(), z.unknown()).optional(),
  minReplicas: z.number().optional(),
  maxReplicas: z.number().optional(),
  scaleTargetRef: z.object({ kind: z.string(), name: z.string() }).optional(),
  metrics: z
    .array(z.object({ external: z.object({ metric: z.object({ name: z.string() }) }).optional() }))
    .optional(),
  maxUnavailable: z.number().optional(),
  podSelector: z.unknown().optional(),
  egress: z
    .array(z.object({ ports: z.array(z.object({ port: z.union([z.string(), z.number()]) })) }))
    .optional(),
  ingress: z
    .array(z.object({ ports: z.array(z.object({ port: z.union([z.string(), z.number()]) })) }))
    .optional(),
  rules: z
    .array(
      z.object({
        host: z.string(),
        http: z.object({
          paths: z.array(
            z.object({
              path: z.string(),
              pathType: z.string(),
              backend: z.object({
                service: z.object({ name: z.string(), port: z.object({ name: z.string() }) }),
              }),
            }),
          ),
        }),
      }),
    )
    .optional(),
});

const manifest = z.object({
  kind: z.string(),
  metadata: z.object({ name: z.string(), namespace: z.string().optional() }),
  data: z.record(z.string(), z.string()).optional(),
  spec: spec.optional(),
});
export type Manifest = z.output<typeof manifest>;

/** What kubectl makes of an overlay of deploy/kubernetes. @throws an Error when it makes nothing of it */
export async function rendered(overlay: string): Promise<{ text: string; manifests: Manifest[] }> {
  const { stdout } = await run(await kubectl(), ['kustomize', `deploy/kubernetes/overlays/${overlay}`]);
  const documents = parseAllDocuments(stdout);
  return { text: stdout, manifests: documents.map((document) => manifest.parse(document.toJS())) };
}

/** What is wrong with manifests by the schemas of a Kubernetes version, which know every member; empty when nothing is. */
export async function problemsOf(file: string, version: string): Promise<string> {
  const options = ['-m', 'kubernetes_validate', '--kubernetes-version', version, '--strict', '--quiet'];
  const { stdout, code } = await run(await pythonWithSchemas(), [...options, file]).then(
    ({ stdout }) => ({ stdout, code: 0 }),
    (error: { stdout: string; code: number }) => error,
  );
  return code === 0 ? stdout : `exit code ${code}: ${stdout}`;
}
