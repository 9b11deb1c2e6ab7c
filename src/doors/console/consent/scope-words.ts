// The permissions of each scope, in words for the person who is asked, and their groups on the page.
import { PII_SCOPES } from '../../../base/contract/scopes.ts';

export interface ScopeGroup {
  legend: string;
  has(scope: string): boolean;
}

/** In order; each scope belongs to exactly one. */
export const SCOPE_GROUPS: readonly ScopeGroup[] = [
  { legend: 'Reading', has: (scope) => scope.endsWith(':read') && !PII_SCOPES.has(scope) },
  { legend: 'Personal data', has: (scope) => PII_SCOPES.has(scope) },
  { legend: 'Changing', has: (scope) => !scope.endsWith(':read') },
];

export const SCOPE_WORDS: Readonly<Record<string, string>> = {
  'mcp:read': 'Read your marketing figures: spend, revenue, attribution and campaigns. No names of customers.',
  'mcp:write': 'Create and archive workspaces and profiles, and change their settings.',
  'analytics:read': 'Read figures and reports: spend, revenue, attribution.',
  'campaigns:read': 'Read your campaigns and ads, and what they cost.',
  'campaigns:apply': 'Change campaigns and ads at the ad platforms: pause, budgets, URLs.',
  'customers:read': 'See who your customers are: names, e-mail addresses, telephone numbers.',
  'visitors:read': 'See what single visitors did on your site.',
  'conversions:read': 'Read single conversions and the touches that led to them, without names.',
  'attribution:write': 'Send events, payments, customers and ad costs for you, and change how your site is tracked.',
  'goals:write': 'Change conversion definitions, lookback windows, models and channels.',
  'creatives:write': 'Have ad creatives analysed, and keep decisions about tests of them.',
  'workspaces:write': 'Create and archive workspaces, and change their settings.',
  'profiles:write': 'Create and archive profiles, and change their settings.',
};
