-- One row per person with the beginning of their first visit, where visits are divided by it.
-- makes: first_visits
create temp table first_visits as
select person_key, min(started_at) as started_at from sessions where $dimension = 'visitor_type' group by person_key
