-- One row: a new job; none when the same (kind, dedupe_key) is still waiting.
insert into jobs (
  job_id, kind, profile_id, payload, dedupe_key, status, max_attempts, run_at, created_at, concurrency_key, is_ordered, is_mandatory
)
values (
  $job_id, $kind, $profile_id, $payload, $dedupe_key, 'waiting', $max_attempts, $run_at, $now, $concurrency_key, $is_ordered,
  $is_mandatory
)
on conflict (kind, dedupe_key) where status = 'waiting' and dedupe_key is not null do nothing
returning job_id;
