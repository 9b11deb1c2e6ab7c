-- The summary of a person's journey, in the place of any earlier.
insert into journey_summaries (profile_id, person_key, members, summary, events_used, model, fallback, generated_at)
values ($profile_id, $person_key, $members, $summary, $events_used, $model, $fallback, $now)
on conflict do update set
  summary = excluded.summary,
  events_used = excluded.events_used,
  model = excluded.model,
  fallback = excluded.fallback,
  generated_at = excluded.generated_at
