import { Agent } from 'node:http';
import { Socket } from 'node:net';
import { createLogger } from '@tallyhouse/service';
import { createWriteClient } from './write-client.ts';

test('a replica that accepts no connection is given up after a while', async () => {
  const connecting = () => Object.assign(new Socket(), { connecting: true });
  jest.spyOn(Agent.prototype, 'createConnection').mockImplementation(connecting);
  const replication = { quorum: 'auto' };
  const client = createWriteClient([{ url: 'http://a' }], createLogger('test', 'silent'), { replication });
  await expect(client.command({ query: 'select 1' })).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  await client.close();
});
