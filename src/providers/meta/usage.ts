// Meta's headers of usage: how much of its budget an account has used, in percent, and in how many minutes it may go on.
import { z } from 'zod';
import { parseJson } from '../http/json.ts';

const HEADER = 'x-business-use-case-usage';
const SLOW_AT = 75;
const STOP_AT = 95;
/** The pause before the limit grows up to this. */
const SLOWEST_MS = 10_000;
const MINUTE_MS = 60_000;
/** Where Meta does not say for how long an account is to be left alone. */
const STOP_MS = 5 * MINUTE_MS;

const usageShape = z.record(
  z.string(),
  z.array(
    z.object({
      call_count: z.number().default(0),
      total_cputime: z.number().default(0),
      total_time: z.number().default(0),
      estimated_time_to_regain_access: z.number().default(0),
    }),
  ),
);

const usesOf = (headers: Headers) => Object.values(usageShape.safeParse(parseJson(headers.get(HEADER) ?? '')).data ?? {}).flat();

/** After how many ms a refused account may go on; undefined where Meta does not say. */
export function regainMs(headers: Headers): number | undefined {
  const minutes = Math.max(0, ...usesOf(headers).map((use) => use.estimated_time_to_regain_access));
  return minutes === 0 ? undefined : minutes * MINUTE_MS;
}

/** For how many ms an account is to be left alone before it is refused. */
export function pauseOf(headers: Headers): number | undefined {
  const percent = Math.max(0, ...usesOf(headers).flatMap((use) => [use.call_count, use.total_cputime, use.total_time]));
  if (percent >= STOP_AT) return regainMs(headers) ?? STOP_MS;
  return percent < SLOW_AT ? undefined : ((percent - SLOW_AT) / (STOP_AT - SLOW_AT)) * SLOWEST_MS;
}
