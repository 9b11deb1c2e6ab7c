-- Files loaded to the end, by the hash of their content, so that loading one again answers at once.
create table backfills (
  profile_id text not null,
  kind text not null check (kind in ('events', 'spend')),
  content_sha256 text not null,
  report text not null check (json_valid(report)), -- counts, bad rows by line and reason, unknown columns
  loaded_at integer not null,             -- milliseconds since 1970
  primary key (profile_id, kind, content_sha256)
) strict, without rowid;

-- Outcomes of servers that the door refused, by day: each once under its key (as the warehouse numbers it), up to a number of them, and all others as
-- sums. Nothing else of them is kept.
create table refused_outcomes (
  profile_id text not null,
  day text not null,                      -- UTC
  sender text not null,                   -- kind and id of the credential
  event_type text not null,
  reason text not null check (reason in ('used_key', 'wrong_amount', 'wrong_time', 'wrong_field')),
  outcome_key text not null,              -- empty: a sum of several, or without a key
  currency text not null,                 -- empty where no amount could be read
  outcomes integer not null,
  attempts integer not null,
  amount text not null,                   -- decimal, of all outcomes together
  primary key (profile_id, day, sender, event_type, reason, outcome_key, currency)
) strict, without rowid;

-- How many events each sender sent, by local day of the profile: stored, repeated and refused events with the reason, and the flags of stored
-- ones. Nothing else of them is kept.
create table sender_days (
  profile_id text not null,
  day text not null,                      -- of the profile, when it was received
  kind text not null check (kind in ('tracking_key', 'api_key', 'person', 'connection', 'file')),
  credential text not null,               -- id of the key; the provider; the layout of the file
  origin text not null,                   -- host of the page; empty: none, '*': several
  result text not null check (result in ('accepted', 'repeated', 'refused', 'flagged')),
  why text not null,                      -- code and field of a refusal, name of a flag; empty: all together
  events integer not null,
  last_at integer not null,               -- milliseconds since 1970
  primary key (profile_id, day, kind, credential, origin, result, why)
) strict, without rowid;
