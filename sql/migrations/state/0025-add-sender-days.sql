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
