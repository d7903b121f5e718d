import { createServer } from 'node:http';
import { askOver } from './ask-service.ts';
import { listen } from './listen.ts';

test('asks again a second after a busy moment, and reports any other error at once', async () => {
  const statuses = [503, 200, 503];
  const asked: (string | undefined)[] = [];
  const service = createServer((req, res) => {
    const [status = 500, isFirst] = [statuses.shift(), asked.length === 0];
    asked.push(req.url);
    res.writeHead(status, isFirst ? { 'Retry-After': '1' } : {}).end(`{"status":${status}}`);
  });
  const { url, close } = await listen(service, 0, '127.0.0.1');
  const ask = askOver(url, 'key');
  expect(await (await ask('/overview', { period: '1h' })).json()).toEqual({ status: 200 });
  await expect(ask('/goals', { site_id: 'a' })).rejects.toThrow('/goals answers 503: {"status":503}');
  const overview = '/api/v1/overview?period=1h';
  expect(asked).toEqual([overview, overview, '/api/v1/goals?site_id=a']);
  await close();
});
