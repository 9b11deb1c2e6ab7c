// The JSON that this slice stores, by its columns.
import { z } from 'zod';
import { contractShape } from '../../base/contract/contract-shape.ts';
import { storedJson } from '../../base/kit/stored-json.ts';

/** For rows older than a setting, only the settings of their time. */
export const storedSettings = storedJson('tracking_settings.settings', contractShape('TrackingSettingsChange'));

export const storedChecks = storedJson(
  'tracking_verifications.checks',
  z.array(
    z.object({
      name: z.enum(['page_reached', 'script_found', 'key_matches', 'policy_lets_in', 'live_event']),
      passed: z.boolean().nullable(),
      message: z.string(),
    }),
  ),
);

export const storedNames = storedJson(
  'custom_domains.found',
  z.object({ aliases: z.array(z.string()), addresses: z.array(z.string()) }),
);

const standing = z.object({
  status: z.enum(['pending', 'verified']),
  verdict: z.enum(['long_lived', 'capped_cname', 'capped_ip', 'not_resolving']).nullable(),
});
export const storedChange = storedJson(
  'custom_domains.change',
  z.object({ at: z.number(), from: standing, to: standing, what: z.string() }),
);
