import { createLogger } from '@tallyhouse/service';
import { logLevel } from 'kafkajs';
import { kafkaLogger } from './logger.ts';

type Entry = { level: logLevel; message: string; error?: string };

/** The output for entries of kafkajs' log: level and message of each line. */
function lines(entries: readonly Entry[]): string[] {
  const written: string[] = [];
  const logger = createLogger('test', 'silent');
  for (const level of ['warn', 'debug'] as const) {
    logger[level] = (...args: unknown[]) => void written.push(`${level}: ${args[1]}`);
  }
  const write = kafkaLogger(logger)(logLevel.INFO);
  for (const { level, ...log } of entries) {
    write({ namespace: 'Connection', level, label: '', log: { timestamp: '', logger: 'kafkajs', ...log } });
  }
  return written;
}

const crash = 'Crash: KafkaJSGroupCoordinatorNotFound: Failed to find group coordinator';
const join = 'Response JoinGroup(key: 11, version: 5)';
const loading = "The coordinator is loading and hence can't process requests for this group";
const [error, info] = [logLevel.ERROR, logLevel.INFO];
const restarts = [300, 450].map((ms) => ({ level: error, message: `Restarting the consumer in ${ms}ms` }));

test.each<[string, Entry[], string[]]>([
  ['an error as a warning', [{ level: error, message: 'No connection' }], ['warn: No connection']],
  ['routine errors of a start', [{ level: error, message: join, error: loading }], [`debug: ${join}`]],
  ['a crash, which its owner reports', [{ level: error, message: crash }], [`debug: ${crash}`]],
  ['the same line once, whatever wait it names', restarts, ['warn: Restarting the consumer in 300ms']],
  ['successes', [{ level: info, message: 'Consumer joined' }], ['debug: Consumer joined']],
])('logs %s', (_, entries, written) => {
  expect(lines(entries)).toEqual(written);
});
