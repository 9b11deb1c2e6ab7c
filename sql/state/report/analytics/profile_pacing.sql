-- name: pacing_get
-- One row: the profile's monthly budget and outcome goal.
select monthly_budget, currency, outcome_goal from profile_pacing where profile_id = $profile_id;

-- name: pacing_put
-- One row: the profile's monthly budget and outcome goal from now on.
insert into profile_pacing (profile_id, monthly_budget, currency, outcome_goal, updated_at)
values ($profile_id, $monthly_budget, $currency, $outcome_goal, $now)
on conflict (profile_id) do update set
  monthly_budget = excluded.monthly_budget,
  currency = excluded.currency,
  outcome_goal = excluded.outcome_goal,
  updated_at = excluded.updated_at;
