-- Which browsers a link token linked, and which it did not as there were too many: a link is easily forwarded.
create table link_token_browsers (
  profile_id text not null,
  token_key integer not null,             -- 62-bit key of the token
  visitor_key integer not null,
  is_refused integer not null check (is_refused in (0, 1)),
  primary key (profile_id, token_key, visitor_key)
) strict, without rowid;
create index link_token_browsers_of_browser on link_token_browsers (profile_id, visitor_key);

-- How many browsers one token may link, from the fact after `after_seq` on.
create table link_token_limits (
  profile_id text not null,
  decision_no integer not null,
  after_seq integer not null,
  browsers integer not null,
  primary key (profile_id, decision_no)
) strict, without rowid;
