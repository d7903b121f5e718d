import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';

const strings = z.array(z.string()).default([]);

const composeService = z
  .object({
    image: z.string(),
    build: z.unknown().optional(),
    command: strings,
    /** As they are written, before variables are filled in. */
    environment: z.record(z.string(), z.coerce.string()).default({}),
    /** The service starts only with one of them; always when there is none. */
    profiles: strings,
    ports: strings,
    volumes: strings,
    depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
    healthcheck: z.object({ test: strings }).default({ test: [] }),
    /** A name that only one container can have; undefined when Compose names them. */
    container_name: z.string().optional(),
    user: z.string().optional(),
    cap_drop: strings,
    cap_add: strings,
    security_opt: strings,
    read_only: z.boolean().default(false),
    tmpfs: strings,
    mem_limit: z.string().optional(),
    deploy: z.object({ replicas: z.number() }).default({ replicas: 1 }),
  })
  .transform(({ depends_on, healthcheck, deploy, ...rest }) => ({
    ...rest,
    dependsOn: Object.fromEntries(Object.entries(depends_on).map(([on, { condition }]) => [on, condition])),
    healthCheck: healthcheck.test,
    replicas: deploy.replicas,
  }));

const composeFile = z.object({
  services: z.record(z.string(), composeService),
  volumes: z.record(z.string(), z.null()),
});

export type ComposeService = z.output<typeof composeService> & { name: string };

/** What has to be set: a file names nothing else that it requires. */
export const secrets: Readonly<Record<string, string>> = {
  API_KEY: 'a key of the tests',
  IDENTITY_SECRET: 'sixteen letters or more',
  CLICKHOUSE_PASSWORD: 'a password',
  CLICKHOUSE_READER_PASSWORD: 'another password',
  CLICKHOUSE_BI_PASSWORD: 'a third password',
  GRAFANA_PASSWORD: 'a fourth password',
};

export function readComposeFile(path = 'docker-compose.yml') {
  const file = composeFile.parse(parse(readFileSync(path, 'utf8')));
  const services = Object.entries(file.services).map(([name, rest]): ComposeService => ({ name, ...rest }));
  function serviceNamed(name: string): ComposeService {
    const found = services.find((service) => service.name === name);
    if (!found) throw new Error(`no service ${name}`);
    return found;
  }
  /** What a service gets. @throws an Error with the message of a variable that is required and missing */
  function environmentOf(name: string, variables = secrets): Record<string, string> {
    const written = Object.entries(serviceNamed(name).environment);
    return Object.fromEntries(written.map(([key, value]) => [key, filledIn(value, variables)]));
  }
  return { services, volumes: Object.keys(file.volumes), serviceNamed, environmentOf };
}

/** Fills in `${NAME}`, `${NAME:-default}` and `${NAME:?message}` as Compose does, from the variables given. */
export function filledIn(text: string, variables: Readonly<Record<string, string>>): string {
  const form = /\$\{(\w+)(?::([-?])([^}]*))?\}/g;
  return text.replace(form, (_all, name: string, operator: string, rest: string) => {
    const value = variables[name];
    if (value) return value;
    if (operator === '?') throw new Error(rest);
    return operator === '-' ? rest : '';
  });
}
