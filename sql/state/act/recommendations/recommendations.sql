-- name: recommendation_put
-- One row: a recommendation that is new.
insert into recommendations (
  recommendation_id, profile_id, kind, target_key, platform, account_id, ad_id, ad_name, status, reason, findings, wrong, evidence, through_seq,
  through_decision, created_at, evaluated_at
)
values (
  $recommendation_id, $profile_id, $kind, $target_key, $platform, $account_id, $ad_id, $ad_name, $status, $reason, $findings, $wrong, $evidence,
  $through_seq, $through_decision, $now, $now
);

-- name: recommendation_get
-- One row at most: a recommendation of a profile.
-- columns: status 'open'|'withheld'|'awaiting_approval'|'applied'|'approved'|'rejected'|'failed'|'dismissed'|'superseded'|'expired'
select
  recommendation_id, profile_id, kind, target_key, platform, account_id, ad_id, ad_name, status, reason, findings, wrong, evidence, through_seq,
  through_decision, created_at, evaluated_at, closed_at, closed_by, closed_reason, superseded_by, plan_id, handoff_id, result
from recommendations
where recommendation_id = $recommendation_id and profile_id = $profile_id;

-- name: recommendations_current
-- One row per recommendation of a profile that may still change by evaluation.
-- columns: status 'open'|'withheld'|'awaiting_approval'|'applied'|'approved'|'rejected'|'failed'|'dismissed'|'superseded'|'expired'
select
  recommendation_id, profile_id, kind, target_key, platform, account_id, ad_id, ad_name, status, reason, findings, wrong, evidence, through_seq,
  through_decision, created_at, evaluated_at, closed_at, closed_by, closed_reason, superseded_by, plan_id, handoff_id, result
from recommendations
where profile_id = $profile_id and status in ('open', 'withheld', 'awaiting_approval')
order by recommendation_id;

-- name: recommendations_list
-- One row per recommendation of a page, the newest first, the surest of one evaluation first.
-- columns: status 'open'|'withheld'|'awaiting_approval'|'applied'|'approved'|'rejected'|'failed'|'dismissed'|'superseded'|'expired'
select
  recommendation_id, profile_id, kind, target_key, platform, account_id, ad_id, ad_name, status, reason, findings, wrong, evidence, through_seq,
  through_decision, created_at, evaluated_at, closed_at, closed_by, closed_reason, superseded_by, plan_id, handoff_id, result
from recommendations
where
  profile_id = $profile_id
  and status in (select value from json_each($statuses))
  and kind in (select value from json_each($kinds))
  and ($platforms is null or platform in (select value from json_each($platforms)))
  and (
    $before_at is null
    or created_at < $before_at
    or (created_at = $before_at and (wrong, recommendation_id) > ($after_wrong, $after_id))
  )
order by created_at desc, wrong, recommendation_id
limit $limit;

-- name: recommendation_platforms
-- One row per platform that a recommendation of the profile is about.
select distinct platform from recommendations where profile_id = $profile_id;

-- name: recommendations_newer
-- One row: open recommendations of a profile that are newer than a moment.
-- columns: n integer
select count(*) as n from recommendations where profile_id = $profile_id and status = 'open' and created_at > $since;

-- name: recommendation_evaluate
-- A recommendation that the evidence of now still says, open or withheld.
update recommendations
set
  status = $status, reason = $reason, findings = $findings, ad_name = $ad_name, through_seq = $through_seq, through_decision = $through_decision,
  evaluated_at = $now, closed_at = null, closed_by = null, closed_reason = null, superseded_by = null
where recommendation_id = $recommendation_id;

-- name: recommendation_close
-- A recommendation that ends in some way, if it is in one of the states that may end so.
update recommendations
set
  status = $status, closed_at = $now, closed_by = $closed_by, closed_reason = $closed_reason, superseded_by = $superseded_by
where recommendation_id = $recommendation_id and status in (select value from json_each($from_statuses));

-- name: recommendation_delete
-- A withheld recommendation that the evidence of now does not say.
delete from recommendations where recommendation_id = $recommendation_id;

-- name: recommendations_closed_since
-- One row per target and kind: when a recommendation about it was last dismissed, rejected or applied, of those since a moment.
-- columns: closed_at integer
select target_key, platform, account_id, ad_id, status, max(closed_at) as closed_at
from recommendations
where profile_id = $profile_id and status in ('dismissed', 'rejected', 'applied', 'approved') and closed_at > $since
group by target_key, platform, account_id, ad_id, status;

-- name: recommendations_forget
-- Recommendations that ended long ago without being applied.
delete from recommendations
where
  profile_id = $profile_id
  and status in ('superseded', 'expired', 'dismissed', 'rejected', 'failed')
  and closed_at < $before;

-- name: recommendation_plan
-- An open recommendation that is applied from now on, or waits for an approval.
update recommendations
set plan_id = $plan_id, handoff_id = $handoff_id, status = $status, closed_by = $closed_by
where recommendation_id = $recommendation_id and status = 'open' and plan_id is null;

-- name: recommendation_reopen
-- A recommendation whose changes were not made, for a reason that may pass.
update recommendations
set plan_id = null, handoff_id = null, status = 'open', closed_by = null
where recommendation_id = $recommendation_id and status in ('open', 'awaiting_approval');

-- name: recommendation_result_set
-- The values that were written.
update recommendations set result = $result where recommendation_id = $recommendation_id;

-- name: recommendation_of_run
-- The recommendation that became this test of creatives.
select recommendation_id from recommendations
where profile_id = $profile_id and status in ('applied', 'approved') and json_extract(result, '$.draft.run_id') = $run_id;

-- name: recommendation_undo
-- One that was applied and is taken back at the platform: it stays applied, and says so.
update recommendations set closed_reason = $reason where recommendation_id = $recommendation_id and status in ('applied', 'approved');
