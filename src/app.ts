// The one composition root: which slices there are, in import order, and how the doors are put on them. Nothing else imports
// every slice, and no slice imports this.
import type { Express } from 'express';
import { slice as profiles } from './account/profiles/index.ts';
import { slice as workspaces } from './account/workspaces/index.ts';
import type { Base } from './base/base.ts';
import { collectHooks } from './base/contract/hooks.ts';
import type { Slice } from './base/contract/operation.ts';
import { slice as events } from './collect/events/index.ts';
import { slice as people } from './collect/people/index.ts';
import { slice as spend } from './collect/spend/index.ts';
import { slice as tracking } from './collect/tracking/index.ts';
import { slice as attribution } from './credit/attribution/index.ts';
import { createCollectDoor } from './doors/collect/index.ts';
import { createConsole } from './doors/console/index.ts';
import { createRestDoor } from './doors/rest/index.ts';
import { slice as analytics } from './report/analytics/index.ts';
import { slice as customers } from './report/customers/index.ts';

/** `account/access` has no operation yet; what it keeps the others use by its functions. */
export const slices: readonly Slice[] = [
  workspaces,
  profiles,
  people,
  tracking,
  events,
  spend,
  attribution,
  analytics,
  customers,
];

export interface AppOptions {
  /** Public address of the service, once it is known. */
  baseUrl: () => string;
}

/** The HTTP application over all slices. Refuses when the contract and the handlers disagree. */
export async function createApp(base: Base, all: readonly Slice[], options: AppOptions): Promise<Express> {
  collectHooks(base, [...all]);
  const { baseUrl } = options;
  return createRestDoor(base, all, { baseUrl, besides: [createCollectDoor(base), createConsole(base, all, { baseUrl })] });
}
