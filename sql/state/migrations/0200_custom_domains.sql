-- Hosts of a profile's own site that its tracker is loaded from. Anybody may claim a host; one profile at a time has it, and which
-- one DNS settles. A removed row stays, so that removing it again answers the same.
create table custom_domains (
  custom_domain_id text primary key,
  profile_id text not null references access_profiles (profile_id),
  host text not null,
  proof text not null,                    -- what the text record of its owner says; public
  created_by text not null,
  created_at integer not null,
  checked_at integer,
  verdict text check (verdict in ('long_lived', 'capped_cname', 'capped_ip', 'not_resolving')),
  reason text,
  next text,
  verified_at integer,                    -- null while the tracker does not answer there
  removed_at integer
) strict;
create unique index custom_domains_one_claim on custom_domains (profile_id, host) where removed_at is null;
create unique index custom_domains_one_holder on custom_domains (host) where verified_at is not null;
