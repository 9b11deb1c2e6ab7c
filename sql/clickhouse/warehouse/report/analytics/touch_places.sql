-- One row per touch with the page, device and country it happened on; empty unless the report asks for them.
-- makes: touch_places
create temporary table touch_places as
select touch_seq, is_synthetic, landing_path, device, country
from touches
where {asks_place:Bool};
