import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { forAllTests } from '../api/shared-service.ts';
import { sharedBrokers } from '../harness/shared/brokers.ts';
import { messages, numbered, readValues, until, works } from './gather.ts';
import { kafkaPlace } from './place.ts';

const sockets = new Set<Socket>();
// Like a frozen broker, it accepts connections and never responds.
const silent = createServer((socket) => sockets.add(socket.on('error', () => {})));
beforeAll(() => once(silent.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  silent.close();
});
const place = forAllTests(() => kafkaPlace());

test('the first of the brokers is silent: the others are found, to append and to read', async () => {
  const { port } = silent.address() as AddressInfo;
  const brokers = [`127.0.0.1:${port}`, ...(await sharedBrokers())];
  const log = (await kafkaPlace({ brokers, topic: place.topic })).open();
  const writer = log.writer();
  const [first, ...rest] = numbered('message', 5);
  await until(() => works(writer.append(messages([first ?? '']))));
  await writer.append(messages(rest));
  expect(await readValues(log, 'g', 5)).toEqual([first, ...rest]);
  await log.close();
});
