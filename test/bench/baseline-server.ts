/**
 * A baseline of ingest: `bare` is node:http that reads the body, parses nothing and answers 202, `express` is Express with an empty
 * JSON route. Prints its port.
 */
import { createServer } from 'node:http';
import express from 'express';

const bare = createServer((req, res) => {
  req.on('data', () => {});
  req.on('end', () => {
    res.writeHead(202, { 'Content-Type': 'application/json', 'Content-Length': 27 });
    res.end('{"accepted":1,"dropped":[]}');
  });
});
const route = express().post('/', express.json({ type: () => true }), (_req, res) => {
  res.status(202).json({ accepted: 1, dropped: [] });
});
const server = process.argv[2] === 'bare' ? bare : createServer(route);
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' && address ? address.port : 0}\n`);
});
