-- One row per model that is asked for: those of the request, else that of the profile's settings.
-- makes: chosen_models
create temp table chosen_models as
select unnest(coalesce($models::varchar[], [(select coalesce(max(value), 'last_non_direct') from settings where name = 'model')])) as model
