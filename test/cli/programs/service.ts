import { once } from 'node:events';
import { runService } from '@tallyhouse/service';

/** A service that closes once it gets SIGCONT, which is no signal to end. With FAULT it meets an error that nothing catches. */
const readConfig = () => ({ LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent' });
const say = (line: string) => void process.stdout.write(`${line}\n`);
const alive = setInterval(() => {}, 1000);
await runService({ name: 'test', usage: '', options: {}, readConfig }, async () => {
  say('started');
  if (process.env['FAULT']) setImmediate(() => Promise.reject(new Error('not caught')));
  return async () => {
    for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.once(signal, say);
    say('closing');
    await once(process, 'SIGCONT');
    say('closed');
    clearInterval(alive);
  };
});
