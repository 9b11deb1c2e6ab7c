-- name: refused_outcomes_list
-- One row per refused outcome, or sum of several, of some days of a profile.
-- columns: reason 'used_key'|'wrong_amount'|'wrong_time'|'wrong_field'
select day, sender, event_type, reason, outcome_key, currency, outcomes, attempts, amount
from refused_outcomes
where profile_id = $profile_id and day between $from_day and $to_day
order by day, sender, event_type, reason, outcome_key, currency;

-- name: refused_outcomes_count
-- One row: how many rows a day of a profile has, and attempts since a day.
-- columns: rows_of_day integer, attempts integer
select
  count(*) filter (where day = $day) as rows_of_day,
  coalesce(sum(attempts), 0) as attempts
from refused_outcomes
where profile_id = $profile_id and day >= $since;

-- name: refused_outcome_get
-- One row at most.
select outcomes, attempts, amount
from refused_outcomes
where
  profile_id = $profile_id and day = $day and sender = $sender and event_type = $event_type and reason = $reason
  and outcome_key = $outcome_key and currency = $currency;

-- name: refused_outcome_put
-- One row: what was refused by now.
insert into refused_outcomes (profile_id, day, sender, event_type, reason, outcome_key, currency, outcomes, attempts, amount)
values ($profile_id, $day, $sender, $event_type, $reason, $outcome_key, $currency, $outcomes, $attempts, $amount)
on conflict (profile_id, day, sender, event_type, reason, outcome_key, currency) do update set
  outcomes = excluded.outcomes, attempts = excluded.attempts, amount = excluded.amount;

-- name: refused_outcomes_unlink
-- The keys of a profile's refused outcomes, which may be those of an erased person: each stays one outcome, and is nobody's.
update refused_outcomes set outcome_key = 'erased ' || hex(randomblob(8)) where profile_id = $profile_id and outcome_key <> '';

-- name: refused_outcomes_forget
-- What was refused long ago.
delete from refused_outcomes where day < $before;
