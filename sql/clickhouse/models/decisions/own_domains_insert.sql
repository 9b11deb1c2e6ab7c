-- One row per own domain of the setting in force.
insert into own_domains
select distinct arrayStringConcat(arrayMap(letter -> if(letter = 'İ', 'i', lowerUTF8(letter)), extractAll(domain, '(?s).')))
from (select arrayJoin(JSONExtract(value, 'Array(String)')) as domain from settings where name = 'own_domains');
