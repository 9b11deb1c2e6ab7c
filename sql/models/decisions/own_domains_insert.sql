-- One row per own domain of the setting in force.
insert into own_domains
select distinct lower(unnest(from_json(value, '["varchar"]'))) from settings where name = 'own_domains'
