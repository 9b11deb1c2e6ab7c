// The baselines of the doors, each a process of its own: a plain node:http server that only parses the JSON, and a bare Express
// application with express.json that answers a constant. Says the port it listens on.
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';

const plain: RequestListener = (request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    JSON.parse((parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts)).toString());
    response.statusCode = 204;
    response.end();
  });
};

function bareExpress(): RequestListener {
  const app = express();
  app.use(express.json());
  app.post('/api/v1/events', (_request, response) => {
    response.status(201).json({ data: { outcome_event_id: '6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11', status: 'created' } });
  });
  return app;
}

const server = createServer(process.argv[2] === 'express' ? bareExpress() : plain);
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
