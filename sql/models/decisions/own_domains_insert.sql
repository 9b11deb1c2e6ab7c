-- One row per own domain of the setting in force; hosts are compared without `www.`.
insert into own_domains
select distinct regexp_replace(lower(unnest(from_json(value, '["varchar"]'))), '^www[.]', '') from settings where name = 'own_domains'
