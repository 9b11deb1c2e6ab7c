// Whoever dials any address of the namespace meets this: a server on every address of both families that notes where it was found.
import { createServer, type Server } from 'node:net';
import type { TestContext } from 'node:test';
import { shortestForm } from '../../../src/base/kit/networks.ts';

/** Of the web, and of what is found on inner networks. */
const PORTS = [80, 443, 22, 25, 111, 465, 2375, 3306, 5432, 6379, 8080, 8443, 9200, 11211, 27017];
const ANSWER = 'HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 2\r\nconnection: close\r\n\r\nok';

export interface Trap {
  /** The addresses that were dialled since the last time, in their shortest form. */
  taken(): string[];
}

export async function startTrap(t: TestContext): Promise<Trap> {
  const dialled: string[] = [];
  const servers = await Promise.all(
    PORTS.map(
      (port) =>
        new Promise<Server>((done, failed) => {
          const server = createServer((socket) => {
            dialled.push(shortestForm(socket.localAddress ?? ''));
            socket.on('error', () => undefined);
            // A client that speaks TLS gets no answer that it understands.
            socket.once('data', () => socket.end(ANSWER));
          });
          server.once('error', failed).listen(port, '::', () => done(server));
        }),
    ),
  );
  t.after(() => {
    for (const server of servers) server.close();
  });
  return { taken: () => dialled.splice(0) };
}
