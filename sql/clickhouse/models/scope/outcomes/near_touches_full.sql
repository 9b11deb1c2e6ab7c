-- One row per touch.
-- makes: near_touches (full), near_views (full)
create view near_touches as select * from touches;
create view near_views as select touch_seq from near_touches where is_view;
