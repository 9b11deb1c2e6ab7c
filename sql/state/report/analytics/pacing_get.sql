-- One row: the profile's monthly budget and outcome goal.
select monthly_budget, currency, outcome_goal from profile_pacing where profile_id = $profile_id
