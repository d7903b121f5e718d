import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The Kafka version of the tests, as in CONTRIBUTING.md. */
export const kafkaVersion = process.env['TEST_KAFKA_VERSION'] || '4.1.0';

const folder = resolve('.cache', 'kafka', kafkaVersion);

// The last one writes Kafka's own log output: without it a broker that does not start gives no reason.
const pom = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>local</groupId>
  <artifactId>kafka-for-tests</artifactId>
  <version>1</version>
  <dependencies>
    <dependency>
      <groupId>org.apache.kafka</groupId>
      <artifactId>kafka_2.13</artifactId>
      <version>${kafkaVersion}</version>
    </dependency>
    <dependency>
      <groupId>org.slf4j</groupId>
      <artifactId>slf4j-simple</artifactId>
      <version>1.7.36</version>
    </dependency>
  </dependencies>
</project>
`;

/** True when the jars are here already or Maven can fetch them. */
export async function jarsCanBeHad(): Promise<boolean> {
  return (
    existsSync(folder) ||
    run('mvn', ['--version']).then(
      () => true,
      () => false,
    )
  );
}

/** The folder with Kafka's jars, fetched through Maven the first time (60 MB). */
export async function kafkaJars(): Promise<string> {
  if (existsSync(folder)) return folder;
  // Fetched elsewhere and moved, so that an interrupted download does not count as complete.
  const partial = `${folder}.${process.pid}`;
  await mkdir(partial, { recursive: true });
  try {
    await writeFile(join(partial, 'pom.xml'), pom);
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
