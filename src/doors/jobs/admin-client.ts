// Asks the process that holds the data folder to run a command, by the address and token of service.json.
import { connect, type Socket } from 'node:net';
import type { ServiceFile } from '../../base/service-file.ts';
import { CommandError, eachLine, lineOf, type Progress, reply } from './protocol.ts';

/** Nothing was begun: the holder is starting, stopping, or died. The caller may look again who holds the folder. */
export class HolderAway extends Error {}

/** Runs one command over there; `progress` is told how far it is. */
export async function callHolder(
  service: ServiceFile,
  command: string,
  args: Record<string, unknown>,
  progress: (progress: Progress) => void,
): Promise<Record<string, unknown>> {
  const socket = await dial(service.socket);
  let accepted = false;
  return new Promise((done, failed) => {
    const end = (finish: () => void): void => {
      finish();
      socket.destroy();
    };
    socket.on('error', (error) => failed(accepted ? holderDied() : new HolderAway(error.message)));
    socket.on('close', () => failed(accepted ? holderDied() : new HolderAway('The holder of the data folder hung up.')));
    eachLine(socket, (line) => {
      const message = reply.parse(JSON.parse(line));
      if ('accepted' in message) accepted = true;
      else if ('progress' in message) progress(message.progress);
      else if ('error' in message) end(() => failed(new CommandError(message.error.code, message.error.message)));
      else end(() => done(message.result));
    });
    socket.write(lineOf({ token: service.token, command, args }));
  });
}

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
