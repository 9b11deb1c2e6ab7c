// Commands on connections to ad platforms: list, sync, remove.
import type { Command } from 'commander';
import { common, run } from './command-options.ts';
import type { CommonOptions } from './folder.ts';
import * as texts from './texts.ts';

interface ConnectionOptions extends CommonOptions {
  profile?: string;
  connection: string;
}

export function addConnections(program: Command): void {
  const connections = program.command('connections').description('accounts at ad platforms that are connected');
  common(connections.command('list'))
    .description('list connections with their status and last sync')
    .option('--profile <id>', 'of this profile alone')
    .action(async ({ profile, ...options }: ConnectionOptions) => {
      await run('connections-list', options, { profile_id: profile }, texts.connectionList);
    });
  const ofOne = (command: Command): Command => common(command).requiredOption('--connection <id>', 'the connection');
  ofOne(connections.command('sync'))
    .description('read the accounts of a connection as soon as the service runs')
    .action(async ({ connection, ...options }: ConnectionOptions) => {
      const args = { connection_id: connection };
      await run('connections-sync', options, args, ({ job_ids }) => `Queued: ${[job_ids].flat().join(', ')}.`);
    });
  ofOne(connections.command('remove'))
    .description('end a connection; what it read stays')
    .action(async ({ connection, ...options }: ConnectionOptions) => {
      const args = { connection_id: connection };
      await run('connections-remove', options, args, ({ revocation }) => `Removed; revocation at the provider: ${revocation}.`);
    });
}
