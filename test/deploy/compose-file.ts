import { readFileSync } from 'node:fs';
import { readPlainYaml, type Yaml } from './plain-yaml.ts';

export interface ComposeService {
  name: string;
  image: string;
  build: { [key: string]: Yaml } | undefined;
  command: string[];
  /** As they are written, before variables are filled in. */
  environment: Record<string, string>;
  /** The service starts only with one of them; always when there is none. */
  profiles: string[];
  ports: string[];
  volumes: string[];
  dependsOn: Record<string, string>;
  healthCheck: string[];
  /** A name that only one container can have; undefined when Compose names them. */
  containerName: string | undefined;
  /** How many of it run. */
  replicas: number;
}

export interface ComposeFile {
  services: ComposeService[];
  volumes: string[];
}

export function readComposeFile(path = 'docker-compose.yml'): ComposeFile {
  const file = asMap(readPlainYaml(readFileSync(path, 'utf8')));
  return {
    services: Object.entries(asMap(file['services'])).map(([name, value]) => service(name, asMap(value))),
    volumes: Object.keys(asMap(file['volumes'])),
  };
}

function service(name: string, value: { [key: string]: Yaml }): ComposeService {
  const strings = (key: string) => (Array.isArray(value[key]) ? value[key].map(String) : []);
  const environment = Object.entries(asMap(value['environment']));
  const dependsOn = Object.entries(asMap(value['depends_on']));
  return {
    name,
    image: String(value['image']),
    build: value['build'] === undefined ? undefined : asMap(value['build']),
    command: strings('command'),
    environment: Object.fromEntries(environment.map(([key, setting]) => [key, String(setting)])),
    profiles: strings('profiles'),
    ports: strings('ports'),
    volumes: strings('volumes'),
    dependsOn: Object.fromEntries(dependsOn.map(([on, how]) => [on, String(asMap(how)['condition'])])),
    healthCheck: asMap(value['healthcheck'])['test'] as string[],
    containerName: value['container_name'] === undefined ? undefined : String(value['container_name']),
    replicas: Number(asMap(value['deploy'])['replicas'] ?? 1),
  };
}

/**
 * Fills in `${NAME}`, `${NAME:-default}` and `${NAME:?message}` as Compose does, from the variables given.
 * @throws an Error with the message of a variable that is required and missing
 */
export function filledIn(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replace(
    /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
    (_all, name: string, operator: string, rest: string) => {
      const value = variables[name];
      if (value) return value;
      if (operator === '?') throw new Error(rest);
      return operator === '-' ? rest : '';
    },
  );
}

function asMap(value: Yaml | undefined): { [key: string]: Yaml } {
  if (value === undefined) return {};
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error('a map was expected');
  return value;
}
