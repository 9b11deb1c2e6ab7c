-- One row per own domain of the setting in force; hosts are compared without `www.`.
insert into own_domains
select distinct replaceRegexpOne(arrayStringConcat(arrayMap(letter -> multiIf(letter = 'İ', 'i', match(letter, '[\\x{1C89}\\x{A7CB}\\x{A7CC}\\x{A7CE}\\x{A7D2}\\x{A7D4}\\x{A7DA}\\x{A7DC}\\x{10D50}-\\x{10D65}\\x{16EA0}-\\x{16EB8}]'), letter, lowerUTF8(letter)), extractAll(domain, '(?s).'))), '^www[.]', '')
from (select arrayJoin(JSONExtract(value, 'Array(String)')) as domain from settings where name = 'own_domains');
