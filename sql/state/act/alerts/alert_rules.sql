-- name: alert_rule_add
-- One new rule.
insert into alert_rules (rule_id, profile_id, title, kind, condition, delivery, status, created_by, created_at)
values ($rule_id, $profile_id, $title, $kind, $condition, $delivery, $status, $created_by, $now);

-- name: alert_rule_change
-- What a person changes of a rule.
update alert_rules
set title = $title, condition = $condition, delivery = $delivery, status = $status, judged_day = $judged_day, problem = $problem
where rule_id = $rule_id and profile_id = $profile_id;

-- name: alert_rule_delete
-- A rule ends.
delete from alert_rules
where rule_id = $rule_id and profile_id = $profile_id;

-- name: alert_rule_judged
-- The last day that was judged, and why it could not be.
update alert_rules
set judged_day = $judged_day, problem = $problem
where rule_id = $rule_id;

-- name: alert_rules_list
-- One row per rule of a profile, the newest first.
select rule_id, profile_id, title, kind, condition, delivery, status, judged_day, problem, created_by, created_at
from alert_rules
where profile_id = $profile_id
order by created_at desc, rule_id;

-- name: alert_rules_profiles
-- One row per profile with rules or open alerts.
select profile_id
from alert_rules
union
select profile_id
from alerts
where cleared_at is null;
