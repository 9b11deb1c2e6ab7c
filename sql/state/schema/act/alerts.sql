-- Rules by which alerts of a profile are raised, and who gets them. No figure depends on one.
create table alert_rules (
  rule_id text primary key,
  profile_id text not null references access_profiles (profile_id),
  title text not null,
  kind text not null check (kind in ('threshold', 'change', 'pace', 'silence', 'finding', 'connection')),
  condition text not null check (json_valid(condition)),
  delivery text not null check (json_valid(delivery)),   -- users, chats, days that are not judged, hours in which nothing is sent
  status text not null check (status in ('active', 'paused')),
  judged_day text,                        -- the last local day that was judged, of rules on days
  problem text,                           -- why it could not be judged
  created_by text not null,               -- as in the audit
  created_at integer not null
) strict, without rowid;

create index alert_rules_by_profile on alert_rules (profile_id, created_at);

-- Alerts, one for each cause while it is open, however many rules name it.
create table alerts (
  alert_id text primary key,
  profile_id text not null references access_profiles (profile_id),
  cause text not null,
  rules text not null check (json_valid(rules)),         -- that raised it, and for how long each has been calm
  contents text not null check (json_valid(contents)),   -- what, since when, money, likely causes
  raised_at integer not null,
  cleared_at integer,
  acknowledged_by text,                   -- as in the audit
  acknowledged_at integer,
  snoozed_until integer
) strict, without rowid;

create unique index alerts_open on alerts (profile_id, cause) where cleared_at is null;

create index alerts_by_profile on alerts (profile_id, raised_at);

-- What was sent about an alert, to whom: one row each, whatever is repeated.
create table alert_notices (
  profile_id text not null,
  alert_id text not null,
  event text not null check (event in ('raised', 'reminded', 'cleared')),
  target text not null,                   -- `user <id>`, `chat <id>`, or `webhooks`
  status text not null check (status in ('queued', 'sending', 'sent', 'unknown', 'failed', 'no_access')),
  reason text,
  mail text,                              -- the job of the mail
  created_at integer not null,
  primary key (profile_id, alert_id, event, target)
) strict, without rowid;
