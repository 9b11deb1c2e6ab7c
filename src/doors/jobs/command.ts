// Commands of the stores, and the checks common to all: valid arguments, and the profile meant.
import { z } from 'zod';
import { allProfiles, findProfile } from '../../account/places/index.ts';
import type { Base } from '../../base/base.ts';
import type { Progress } from '../../base/loads.ts';
import { CommandError } from './protocol.ts';

export { reportBuild } from '../../act/uploads/index.ts';

export type Result = Record<string, unknown>;
export type Report = (progress: Progress) => void;
export type Command = (base: Base, args: unknown, report: Report) => Promise<Result> | Result;

export const profileArg = z.object({ profile_id: z.string().optional() });

export function checked<T>(schema: z.ZodType<T>, args: unknown): T {
  const parsed = schema.safeParse(args);
  if (parsed.success) return parsed.data;
  throw new CommandError('usage', parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '));
}

/** The profile named; or the only one there is. Never a guess. */
export function profileOf(base: Base, named: string | undefined): string {
  if (named !== undefined) {
    if (!findProfile(base, named))
      throw new CommandError('not_found', `There is no profile ${named}; \`tributary status\` lists them.`);
    return named;
  }
  const profiles = allProfiles(base);
  const only = profiles[0]?.profileId;
  if (only === undefined) throw new CommandError('not_found', 'There is no profile yet; `tributary init` makes one.');
  if (profiles.length > 1)
    throw new CommandError('usage', `There are ${profiles.length} profiles: choose one with --profile ID.`);
  return only;
}
