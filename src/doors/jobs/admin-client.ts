// Sends a command to the process that has locked the data folder, by the address and token of service.json.
import { connect, type Socket } from 'node:net';
import type { ServiceFile } from '../../base/folder/service-file.ts';
import type { Progress } from '../../base/loads.ts';
import { CommandError, eachLine, lineOf, type Reply, reply } from './protocol.ts';

/** Nothing was begun: the process is starting, stopping, or died (and another has its port). Read again which process has the lock. */
export class HolderAway extends Error {}

/** Runs one command in the service; `progress` receives its progress. */
export async function callHolder(
  service: ServiceFile,
  command: string,
  args: Record<string, unknown>,
  progress: (progress: Progress) => void,
): Promise<Record<string, unknown>> {
  const socket = await dial(service.socket);
  let accepted = false;
  return new Promise((done, failed) => {
    const fail = (error: Error): void => {
      failed(error);
      socket.destroy();
    };
    socket.on('error', (error) => fail(accepted ? holderDied() : new HolderAway(error.message)));
    socket.on('close', () => fail(accepted ? holderDied() : new HolderAway('The holder of the data folder hung up.')));
    eachLine(socket, (line) => {
      const message = read(line);
      if ('accepted' in message) accepted = true;
      else if ('progress' in message) progress(message.progress);
      else if ('error' in message) fail(refused(message.error));
      else {
        done(message.result);
        socket.destroy();
      }
    });
    socket.write(lineOf({ token: service.token, command, args }));
  });
}

function read(line: string): Reply {
  try {
    return reply.parse(JSON.parse(line));
  } catch {
    return {
      error: { code: 'protocol', message: 'The process that uses the data folder has another version; restart the service.' },
    };
  }
}

/** A stranger, who took the address of a holder that died, does not know our token. */
const refused = ({ code, message }: { code: string; message: string }): Error =>
  code === 'unauthorized' ? new HolderAway(message) : new CommandError(code, message);

const holderDied = (): CommandError =>
  new CommandError('holder_died', 'The process that ran the command ended before it was through; run the command again.');

function dial(address: string): Promise<Socket> {
  const port = /^127\.0\.0\.1:(\d+)$/.exec(address)?.[1];
  const socket = port ? connect(Number(port), '127.0.0.1') : connect(address);
  return new Promise((done, failed) => {
    socket.once('connect', () => done(socket));
    socket.once('error', (error) => failed(new HolderAway(error.message)));
  });
}
