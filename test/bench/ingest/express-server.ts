/** A baseline of ingest: Express with an empty JSON route. Prints its port. */
import express from 'express';

const server = express()
  .post('/', express.json({ type: () => true }), (_req, res) => {
    res.status(202).json({ accepted: 1, dropped: [] });
  })
  .listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.stdout.write(`${typeof address === 'object' && address ? address.port : 0}\n`);
  });
