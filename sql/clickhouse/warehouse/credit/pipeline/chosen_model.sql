-- One row: the model that a report credits by; the one asked for, else that of the profile's settings.
-- makes: chosen_model
create temporary table chosen_model as
select coalesce({model:Nullable(String)}, maxOrNull(value), 'last_non_direct') as model
from settings
where name = 'model';
