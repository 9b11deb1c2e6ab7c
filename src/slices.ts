// Which slices there are, in import order; app.ts puts the doors on them. Nothing else imports every slice, and no slice imports this. A command
// that works on the stores loads this alone: the doors and the checks of requests are half of the modules.
import { slice as access } from './account/access/slice.ts';
import { slice as apps } from './account/apps/slice.ts';
import { slice as audit } from './account/audit/slice.ts';
import { slice as brand } from './account/brand/slice.ts';
import { slice as chats } from './account/chats/slice.ts';
import { slice as guards } from './account/guards/slice.ts';
import { slice as handoffs } from './account/handoffs/slice.ts';
import { slice as keys } from './account/keys/slice.ts';
import { slice as knowledge } from './account/knowledge/slice.ts';
import { slice as users } from './account/people/slice.ts';
import { slice as places } from './account/places/slice.ts';
import { slice as profiles } from './account/profiles/slice.ts';
import { slice as sso } from './account/sso/slice.ts';
import { slice as workspaces } from './account/workspaces/slice.ts';
import { slice as ads } from './act/ads/slice.ts';
import { slice as alerts } from './act/alerts/slice.ts';
import { slice as calendar } from './act/calendar/slice.ts';
import { slice as connections } from './act/connections/slice.ts';
import { slice as creatives } from './act/creatives/slice.ts';
import { slice as messaging } from './act/messaging/slice.ts';
import { slice as partner } from './act/partner/slice.ts';
import { slice as recommendations } from './act/recommendations/slice.ts';
import { slice as sync } from './act/sync/slice.ts';
import { slice as uploads } from './act/uploads/slice.ts';
import { slice as webhooks } from './act/webhooks/slice.ts';
import type { Slice } from './base/contract/operation.ts';
import { slice as commerce } from './collect/commerce/slice.ts';
import { slice as events } from './collect/events/slice.ts';
import { slice as people } from './collect/identity/slice.ts';
import { slice as payments } from './collect/payments/slice.ts';
import { slice as spend } from './collect/spend/slice.ts';
import { slice as tracking } from './collect/tracking/slice.ts';
import { slice as asOf } from './credit/as-of/slice.ts';
import { slice as channels } from './credit/channels/slice.ts';
import { slice as definitions } from './credit/definitions/slice.ts';
import { slice as goals } from './credit/goals/slice.ts';
import { slice as pipeline } from './credit/pipeline/slice.ts';
import { slice as progress } from './credit/progress/slice.ts';
import { slice as rates } from './credit/rates/slice.ts';
import { slice as secondEngine } from './credit/second-engine/slice.ts';
import { slice as whatIf } from './credit/what-if/slice.ts';
import { slice as mcp } from './doors/mcp/slice.ts';
import { slice as rest } from './doors/rest/slice.ts';
import { slice as analytics } from './report/analytics/slice.ts';
import { slice as customers } from './report/customers/slice.ts';
import { slice as quality } from './report/quality/slice.ts';
import { slice as reports } from './report/reports/slice.ts';

export const slices: readonly Slice[] = [
  audit,
  users,
  places,
  sso,
  keys,
  apps,
  access,
  handoffs,
  guards,
  workspaces,
  profiles,
  chats,
  brand,
  knowledge,
  people,
  tracking,
  events,
  payments,
  spend,
  commerce,
  definitions,
  rates,
  pipeline,
  secondEngine,
  whatIf,
  progress,
  goals,
  channels,
  asOf,
  analytics,
  customers,
  quality,
  reports,
  connections,
  calendar,
  uploads,
  ads,
  recommendations,
  creatives,
  messaging,
  sync,
  webhooks,
  alerts,
  partner,
  mcp,
  rest,
];
