import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cached, cacheFolder } from './cache-folder.ts';
import { run } from './ran.ts';

/** The Kafka version of the tests, as in CONTRIBUTING.md. */
export const kafkaVersion = process.env['TEST_KAFKA_VERSION'] || '4.1.0';

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
    existsSync(cacheFolder(kafka)) ||
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
export const kafkaClasses = cacheFolder(`${kafka}.jsa`);

/** A folder of `.cache` with jars and what they need, fetched through Maven the first time. @param artifacts `group:name:version` */
export const mavenJars = (name: string, artifacts: readonly string[]): Promise<string> =>
  cached(name, async (folder) => {
    const pom = join(folder, 'pom.xml');
    await writeFile(pom, pomOf(artifacts));
    const copying = ['dependency:copy-dependencies', '-DincludeScope=runtime', `-DoutputDirectory=${folder}`];
    await run('mvn', ['-q', '-B', '-f', pom, ...copying], { timeout: 600_000 });
  });
