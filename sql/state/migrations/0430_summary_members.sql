-- A summary is of the customers that were one person when it was written: once they are told apart again, it is nobody's. What was written
-- of customers that were ever merged may be of several, and goes.
create table journey_summaries_of_members (
  profile_id text not null,
  person_key integer not null,            -- as in the warehouse: a customer, or the negative key of a browser
  members text not null check (json_valid(members)), -- numbers of the person's customers, oldest first; none for a browser
  summary text not null,
  events_used integer not null,
  model text not null,                    -- what wrote it
  generated_at integer not null,          -- milliseconds since 1970
  fallback text,                          -- why it was written by rule though a language model was to write it
  primary key (profile_id, person_key, members)
) strict, without rowid;

insert into journey_summaries_of_members
select
  s.profile_id, s.person_key, case when s.person_key > 0 then '[' || s.person_key || ']' else '[]' end,
  s.summary, s.events_used, s.model, s.generated_at, s.fallback
from journey_summaries as s
where not exists (
  select 1 from merges as m
  where m.profile_id = s.profile_id and s.person_key in (m.customer_a, m.customer_b)
);

drop table journey_summaries;
alter table journey_summaries_of_members rename to journey_summaries;
