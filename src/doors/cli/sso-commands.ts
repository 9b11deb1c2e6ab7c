// The commands of single sign-on.
import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import type { Result } from '../jobs/command.ts';
import { common, run } from './command-options.ts';
import type { CommonOptions } from './folder.ts';
import { table } from './screen.ts';

interface SetOptions extends CommonOptions {
  workspace?: string;
  issuer: string;
  clientId: string;
  secretFile?: string;
  scope?: string;
  groupsClaim?: string;
  defaultRole?: string;
  group?: { group: string; role: string }[];
}

function groupRule(text: string, before: SetOptions['group'] = []): NonNullable<SetOptions['group']> {
  const [, group, role] = /^(.+)=(admin|member)$/.exec(text) ?? [];
  if (group === undefined || role === undefined) throw new InvalidArgumentError('It must be GROUP=admin or GROUP=member.');
  return [...before, { group, role }];
}

export function addSso(program: Command): void {
  const sso = program
    .command('sso')
    .description('the identity providers (OpenID Connect) by which members of workspaces sign in');
  common(sso.command('list'))
    .description('list them')
    .action(async (options: CommonOptions) => {
      await run('sso-list', options, {}, providerList);
    });
  common(sso.command('set'))
    .description('set the provider of a workspace, after its description was read')
    .requiredOption('--issuer <url>', "the provider's address, as its tokens name it")
    .requiredOption('--client-id <id>', 'the id of this service there')
    .option('--workspace <id>', 'the workspace; optional if there is only one')
    .option(
      '--secret-file <path>',
      'a file with the client secret, or - for standard input; none is a public client or keeps the secret',
    )
    .option('--scope <scopes>', 'default: openid email profile')
    .option('--groups-claim <name>', 'the claim with the groups; default: groups')
    .option('--default-role <role>', 'admin or member: of people whom no group names, who otherwise do not get in')
    .option('--group <group=role>', 'the role of a group; can be repeated', groupRule)
    .action(async ({ secretFile, ...options }: SetOptions) => {
      // No secret is an argument, which every user of the machine could read.
      const secret = secretFile === undefined ? undefined : readFileSync(secretFile === '-' ? 0 : secretFile, 'utf8').trim();
      const args = {
        workspace_id: options.workspace,
        issuer: options.issuer,
        client_id: options.clientId,
        client_secret: secret,
        scope: options.scope,
        groups_claim: options.groupsClaim,
        default_role: options.defaultRole,
        groups: options.group,
      };
      await run(
        'sso-set',
        options,
        args,
        ({ path }) => `Members sign in at ${path}. Register /console/sso/callback at the provider.`,
      );
    });
  common(sso.command('enforce'))
    .description('let members into a workspace by its provider alone, once somebody has signed in by it')
    .requiredOption('--break-glass <email>', 'the owner who gets in without the provider, with a password and a code of a phone')
    .option('--workspace <id>', 'the workspace; optional if there is only one')
    .action(async ({ workspace, breakGlass, ...options }: CommonOptions & { workspace?: string; breakGlass: string }) => {
      const args = { workspace_id: workspace, break_glass: breakGlass };
      await run('sso-enforce', options, args, ({ changed }) =>
        changed ? `Members sign in by the provider alone. ${breakGlass} gets in without it.` : 'It was enforced already.',
      );
    });
  common(sso.command('relax'))
    .description('end the enforcement of single sign-on: passwords and links open the workspace again')
    .option('--workspace <id>', 'the workspace; optional if there is only one')
    .action(async ({ workspace, ...options }: CommonOptions & { workspace?: string }) => {
      await run('sso-relax', options, { workspace_id: workspace }, ({ relaxed }) =>
        relaxed ? 'Passwords and links open the workspace again.' : 'It was not enforced.',
      );
    });
  common(sso.command('remove'))
    .description('remove the provider of a workspace; the sessions that it opened end')
    .option('--workspace <id>', 'the workspace; optional if there is only one')
    .action(async ({ workspace, ...options }: CommonOptions & { workspace?: string }) => {
      await run('sso-remove', options, { workspace_id: workspace }, ({ removed }) => (removed ? 'Removed.' : 'There was none.'));
    });
}

interface Listed {
  workspace_id: string;
  workspace: string | null;
  issuer: string | null;
  path: string;
  enforced_since: string | null;
  last_used_at: string | null;
}

function providerList(result: Result): string {
  const rows = result['providers'] as Listed[];
  if (rows.length === 0) return 'There is none; `tributary sso set` sets one.';
  return table(
    ['WORKSPACE', 'NAME', 'ISSUER', 'SIGN IN AT', 'ENFORCED SINCE', 'LAST USED'],
    rows.map(({ workspace_id, workspace, issuer, path, enforced_since, last_used_at }) => [
      workspace_id,
      workspace ?? '',
      issuer ?? '',
      path,
      enforced_since ?? 'not',
      last_used_at ?? 'never',
    ]),
  );
}
