-- One row per model that is asked for: those of the request, else that of the profile's settings.
-- makes: chosen_models
create temporary table chosen_models as
select arrayJoin(if(
  empty({models:Array(String)}),
  [assumeNotNull((select coalesce(maxOrNull(value), 'last_non_direct') from settings where name = 'model'))],
  {models:Array(String)}
)) as model;
