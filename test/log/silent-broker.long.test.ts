import { createServer, type Server, type Socket } from 'node:net';
import { sharedBrokers } from '../harness/shared/brokers.ts';
import { messages, numbered, readValues, until, works } from './gather.ts';
import { kafkaPlace } from './place.ts';

const sockets = new Set<Socket>();
let silent: Server;
let place: Awaited<ReturnType<typeof kafkaPlace>>;

beforeAll(async () => {
  // Like a frozen broker, it accepts connections and never responds.
  silent = createServer((socket) => sockets.add(socket.on('error', () => {})));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  place = await kafkaPlace();
});
afterAll(async () => {
  await place?.remove();
  for (const socket of sockets) socket.destroy();
  silent?.close();
});

test('the first of the brokers is silent: the others are found, to append and to read', async () => {
  const address = silent.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const others = await sharedBrokers();
  const brokers = [`127.0.0.1:${address.port}`, ...others];
  const log = (await kafkaPlace({ brokers, topic: place.topic })).open();
  const writer = log.writer();
  const [first, ...rest] = numbered('message', 5);
  await until(() => works(writer.append(messages([first ?? '']))));
  await writer.append(messages(rest));
  expect(await readValues(log, 'g', 5)).toEqual([first, ...rest]);
  await log.close();
});
