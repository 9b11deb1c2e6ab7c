-- One row per browser with an impossible share of visits, and one for all visits (`days` is null); the key of the browser is not read.
-- needs: overused_browsers, quality_sessions
-- columns: days?, devices?
select visits::integer as visits, days::integer as days, devices::integer as devices from overused_browsers
union all
select count(*)::integer, null, null from quality_sessions
order by visits desc
