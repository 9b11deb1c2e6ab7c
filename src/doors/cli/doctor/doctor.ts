// `tributary doctor`: mistakes in how the service is set up, each with the one thing to do next, and what `status` says of its folder.

import { existsSync } from 'node:fs';
import { stateFile } from '../../../base/state/open-state.ts';
import type { Result } from '../../jobs/command.ts';
import { refusalOf } from '../../jobs/refusals.ts';
import { EXIT, holderOf } from '../command-options.ts';
import { type CommonOptions, configOf } from '../folder.ts';
import { createScreen } from '../screen.ts';
import { checkAddress } from './address-checks.ts';
import { checkBackups } from './backup-checks.ts';
import type { Check, Finding, Subject } from './finding.ts';
import { checkAccess, checkDisk, checkFileLimit, checkKeyFile, checkPort } from './folder-checks.ts';
import { checkMail } from './mail-checks.ts';
import { checkVariables } from './setting-checks.ts';

/** The first is what the others depend on. */
const CHECKS: readonly Check[] = [
  checkVariables,
  checkAccess,
  checkDisk,
  checkKeyFile,
  checkPort,
  checkFileLimit,
  checkAddress,
  checkMail,
  checkBackups,
  checkStatus,
];

/** Where a folder does not open, the reason is a finding too. */
async function checkStatus({ config }: Subject): Promise<Finding[]> {
  if (!existsSync(stateFile(config.dataDir))) return [];
  const { runCommand } = await import('../../jobs/run-command.ts');
  const silent = { progress: () => undefined, notice: () => undefined };
  try {
    const result = await runCommand({ ...config, logLevel: 'silent' }, 'status', {}, silent);
    const problems = result['problems'] as { what: string; next: string }[];
    return [...problems.map((problem) => ({ check: 'status', ...problem })), ...proxiesIn(result)];
  } catch (error) {
    const next =
      'Do what this says, and run `tributary doctor` again: nothing else of the folder can be examined until it opens.';
    return [{ check: 'status', what: refusalOf(error).message, next }];
  }
}

function proxiesIn(result: Result): Finding[] {
  const proxies = result['unknown_proxies'] as string[];
  if (proxies.length === 0) return [];
  return [
    {
      check: 'unknown_proxy',
      what: `Requests come through a proxy at ${proxies.join(', ')} that is not trusted: visitors have no address of their own, and no country.`,
      next: `Set TRIBUTARY_TRUSTED_PROXIES=${proxies.join(',')} if it is yours, and restart the service.`,
    },
  ];
}

export async function examine(subject: Subject): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const check of CHECKS) findings.push(...(await check(subject)));
  return findings;
}

export async function runDoctor(options: CommonOptions): Promise<void> {
  const config = configOf({ ...options, logLevel: 'silent' });
  const screen = createScreen({ json: options.json ?? false });
  const findings = await examine({ config, env: process.env, http: holderOf(config)?.http });
  screen.result({ is_well: findings.length === 0, data_dir: config.dataDir, findings }, textOf(findings));
  if (findings.length > 0) process.exitCode = EXIT.failed;
}

const textOf = (findings: readonly Finding[]): string =>
  findings.length === 0
    ? 'Nothing is wrong with how it is set up.'
    : findings.map(({ what, next }, i) => `${i + 1}. ${what}\n   Do this next: ${next}`).join('\n');
