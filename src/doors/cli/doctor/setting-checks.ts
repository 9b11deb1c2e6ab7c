// Settings that nobody reads: a variable with a name of ours that is no setting.
import { settingGroups } from '../../../base/config/config.ts';
import type { Check, Finding } from './finding.ts';

/** Of the program itself and of its folder, beside the settings of the service. */
const OTHERS = ['TRIBUTARY_COMMAND', 'TRIBUTARY_DEBUG', 'TRIBUTARY_DOMAIN'];
const PREFIX = 'TRIBUTARY_';

/** Insertions, deletions and replacements between two texts. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries())
      next.push(Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + (letter === other ? 0 : 1)));
    row = next;
  }
  return row.at(-1) ?? 0;
}

export const checkVariables: Check = ({ env }) => {
  const variables = [
    ...Object.values(settingGroups).flatMap((group) => Object.values(group).map(({ variable }) => variable)),
    ...OTHERS,
  ];
  const strangers = Object.keys(env).filter((name) => name.startsWith(PREFIX) && !variables.includes(name));
  return strangers.map((name): Finding => {
    const [nearest] = variables.map((each) => ({ each, steps: distance(name, each) })).sort((a, b) => a.steps - b.steps);
    const isNear = nearest !== undefined && nearest.steps <= 4;
    return {
      check: 'unknown_setting',
      what: `${name} is no setting: its value has no effect.`,
      next: isNear
        ? `Write ${nearest.each} if that is meant, or remove it.`
        : 'SETTINGS.md lists all settings; correct the name, or remove it.',
    };
  });
};
