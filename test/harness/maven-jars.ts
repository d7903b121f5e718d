import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The Kafka version of the tests, as in CONTRIBUTING.md. */
export const kafkaVersion = process.env['TEST_KAFKA_VERSION'] || '4.1.0';

const folderOf = (name: string) => resolve('.cache', name);
const kafka = join('kafka', kafkaVersion);

const pomOf = (artifacts: readonly string[]) => `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>local</groupId>
  <artifactId>jars-for-tests</artifactId>
  <version>1</version>
  <dependencies>
    ${artifacts
      .map((one) => one.split(':'))
      .map(
        ([group, name, version]) =>
          `<dependency><groupId>${group}</groupId><artifactId>${name}</artifactId><version>${version}</version></dependency>`,
      )
      .join('\n    ')}
  </dependencies>
</project>
`;

/** True when the jars are here already or Maven can fetch them. */
export async function jarsCanBeHad(): Promise<boolean> {
  return (
    existsSync(folderOf(kafka)) ||
    run('mvn', ['--version']).then(
      () => true,
      () => false,
    )
  );
}

/** The folder with Kafka's jars (60 MB). SLF4J writes its log output: without it a broker that does not start gives no reason. */
export const kafkaJars = () =>
  mavenJars(kafka, [`org.apache.kafka:kafka_2.13:${kafkaVersion}`, 'org.slf4j:slf4j-simple:1.7.36']);

/** An archive of Kafka's classes as Java has them in memory, which a broker leaves. Java ignores one of another version. */
export const kafkaClasses = folderOf(`${kafka}.jsa`);

/** A folder of `.cache` with jars and what they need, fetched through Maven the first time. @param artifacts `group:name:version` */
export async function mavenJars(name: string, artifacts: readonly string[]): Promise<string> {
  const folder = folderOf(name);
  if (existsSync(folder)) return folder;
  // Fetched elsewhere and moved, so that an interrupted download does not count as complete.
  const partial = `${folder}.${process.pid}`;
  await mkdir(partial, { recursive: true });
  try {
    await writeFile(join(partial, 'pom.xml'), pomOf(artifacts));
    await run(
      'mvn',
      [
        '-q',
        '-B',
        '-f',
        join(partial, 'pom.xml'),
        'dependency:copy-dependencies',
        '-DincludeScope=runtime',
        `-DoutputDirectory=${partial}`,
      ],
      { timeout: 600_000 },
    );
    await rename(partial, folder).catch(() => {
      // Another test run was quicker; its jars are the same.
      if (!existsSync(folder)) throw new Error(`The jars could not be moved to ${folder}.`);
    });
    return folder;
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}
