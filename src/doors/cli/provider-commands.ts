// The commands of the apps of this installation at providers.
import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import type { Result } from '../jobs/command.ts';
import { common, run } from './command-options.ts';
import type { CommonOptions } from './folder.ts';
import { table } from './screen.ts';

interface SetOptions extends CommonOptions {
  file: string;
  shop?: string;
}

export function addProviders(program: Command): void {
  const provider = program
    .command('provider')
    .description('the apps of this installation at ad platforms, shops and CRMs, which accounts are connected through');
  common(provider.command('list'))
    .description('list what can be set and where it is set')
    .action(async (options: CommonOptions) => {
      await run('provider-list', options, {}, providerList);
    });
  common(provider.command('set <provider>'))
    .description('set the app of a provider, after the provider was asked whether it knows it')
    .requiredOption('--file <path>', 'a file with lines as client_id=… and client_secret=…, or - for standard input')
    .option('--shop <domain>', 'of Shopify: the shop at which the app is checked')
    .action(async (id: string, { file, shop, ...options }: SetOptions) => {
      // No secret is an argument, which every user of the machine could read.
      const values = valuesOf(readFileSync(file === '-' ? 0 : file, 'utf8'));
      await run('provider-set', options, { provider: id, values, shop }, ({ check, words }) =>
        check === 'accepted'
          ? 'Set; the provider knows the app.'
          : `Set, and not confirmed (${check}): ${words ?? 'no words of the provider'}`,
      );
    });
  common(provider.command('remove <provider>'))
    .description('remove the app that was entered for a provider, with its secrets')
    .action(async (id: string, options: CommonOptions) => {
      await run('provider-remove', options, { provider: id }, ({ removed }) => (removed ? 'Removed.' : 'There was none.'));
    });
}

function valuesOf(text: string): Record<string, string> {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf('=');
      if (at < 1) throw new InvalidArgumentError('Each line has to be a name, an equals sign and a value.');
      return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    }),
  );
}

interface Listed {
  provider: string;
  name: string;
  source: string;
  client_id: string | null;
  redirect_url: string | null;
  check: string | null;
}

function providerList(result: Result): string {
  const rows = result['providers'] as Listed[];
  return table(
    ['PROVIDER', 'NAME', 'SET IN', 'ID', 'CHECK', 'REDIRECT ADDRESS'],
    rows.map(({ provider, name, source, client_id, check, redirect_url }) => [
      provider,
      name,
      source,
      client_id ?? '',
      check ?? '',
      redirect_url ?? '',
    ]),
  );
}
