// What each scope lets a program do, in words for the person who is asked.

export const SCOPE_WORDS: Readonly<Record<string, string>> = {
  'mcp:read': 'Read your marketing figures: spend, revenue, attribution and campaigns. No names of customers.',
  'mcp:write': 'Create and archive workspaces and profiles, and change their settings.',
  'analytics:read': 'Read figures and reports: spend, revenue, attribution.',
  'campaigns:read': 'Read your campaigns and ads, and what they cost.',
  'campaigns:apply': 'Change campaigns and ads at the ad platforms: pause, budgets, URLs.',
  'customers:read': 'See who your customers are: names, e-mail addresses, telephone numbers.',
  'visitors:read': 'See what single visitors did on your site.',
  'conversions:read': 'Read single conversions and the touches that led to them, without names.',
  'attribution:write': 'Change how credit is given: windows, models, conversion rules.',
  'goals:write': 'Create and change goals.',
  'creatives:write': 'Add and change ad creatives.',
  'workspaces:write': 'Create and archive workspaces, and change their settings.',
  'profiles:write': 'Create and archive profiles, and change their settings.',
};
