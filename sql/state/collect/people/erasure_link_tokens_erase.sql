-- Which tokens a browser brought.
delete from link_token_browsers indexed by link_token_browsers_of_browser
where profile_id = $profile_id and visitor_key = $visitor_key;
