// The end of an HTTP server: no new connections, idle ones are closed at once, busy ones soon after they have answered or when the time is over.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const LOOK_MS = 50;

/**
 * To be called before the server listens. A connection of which nothing has come yet, as browsers open them ahead, is idle here; Node counts it as busy.
 * @returns ends the server
 */
export function drainable(server: Server): (patienceMs: number) => Promise<void> {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  const closeIdle = (): void => {
    server.closeIdleConnections();
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  };
  return async (patienceMs) => {
    const closed = new Promise<void>((done) => server.close(() => done()));
    closeIdle();
    const idle = setInterval(closeIdle, LOOK_MS);
    const late = setTimeout(() => server.closeAllConnections(), patienceMs);
    await closed;
    clearInterval(idle);
    clearTimeout(late);
  };
}
