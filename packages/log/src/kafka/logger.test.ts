import { createLogger } from '@tallyhouse/service';
import { logLevel } from 'kafkajs';
import { kafkaLogger } from './logger.ts';

/** The output for an entry of kafkajs' log: `[level, message]` for each line. */
function lines(...entries: { level: logLevel; message: string; error?: string }[]): [string, string][] {
  const written: [string, string][] = [];
  const logger = createLogger('test', 'silent');
  jest.spyOn(logger, 'warn').mockImplementation((...args) => void written.push(['warn', String(args[1])]));
  jest.spyOn(logger, 'debug').mockImplementation((...args) => void written.push(['debug', String(args[1])]));
  const write = kafkaLogger(logger)(logLevel.INFO);
  for (const { level, ...log } of entries) {
    write({ namespace: 'Connection', level, label: '', log: { timestamp: '', logger: 'kafkajs', ...log } });
  }
  return written;
}

test('logs an error of kafkajs, which retries by itself, as a warning', () => {
  expect(lines({ level: logLevel.ERROR, message: 'Connection error' })).toEqual([
    ['warn', 'Connection error'],
  ]);
});

test('logs routine errors of a starting broker at debug level', () => {
  const message = 'Response JoinGroup(key: 11, version: 5)';
  const error = "The coordinator is loading and hence can't process requests for this group";
  expect(lines({ level: logLevel.ERROR, message, error })).toEqual([['debug', message]]);
});

test('leaves a crash to the owner of the consumer', () => {
  const message = 'Crash: KafkaJSGroupCoordinatorNotFound: Failed to find group coordinator';
  expect(lines({ level: logLevel.ERROR, message })).toEqual([['debug', message]]);
});

test('logs the same line once, whatever wait it names', () => {
  const restart = (ms: number) => ({ level: logLevel.ERROR, message: `Restarting the consumer in ${ms}ms` });
  expect(lines(restart(300), restart(450))).toEqual([['warn', 'Restarting the consumer in 300ms']]);
});

test('logs successes at debug level', () => {
  expect(lines({ level: logLevel.INFO, message: 'Consumer has joined the group' })).toEqual([
    ['debug', 'Consumer has joined the group'],
  ]);
});
