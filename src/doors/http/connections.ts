// The number of connections that may be open at once. Beyond it, the one that has been idle for the longest is closed, so that a sender of many idle
// ones loses its own; only where every one is busy is a new one closed.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export function capConnections(server: Server, most: number): void {
  const open = new Set<Socket>();
  /** Without a request whose head has arrived; the longest first. */
  const idle = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    idle.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      idle.delete(socket);
    });
    if (open.size <= most) return;
    const [longest = socket] = idle;
    open.delete(longest);
    idle.delete(longest);
    longest.destroy();
  });
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    idle.delete(socket);
    response.once('close', () => {
      if (open.has(socket)) idle.add(socket);
    });
  });
}
