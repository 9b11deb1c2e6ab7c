-- One row per day and currency of a list.
-- makes: money_days (of_list)
create temp table money_days as
select unnest(from_json($days_listed, '[{"day": "date", "currency": "varchar"}]'), recursive := true)
