-- Which mails of a mailbox are kept from anyone: those of a folder, and those to an alias.
alter table connections add column mail_import text check (json_valid(mail_import)); -- null: none
alter table connect_links add column mail_import text check (json_valid(mail_import)); -- as a person has typed it in; null before that
alter table mail_cursors add column folder text; -- the folder that the place is of
alter table mail_cursors add column folder_cursor text; -- how far that folder was read
