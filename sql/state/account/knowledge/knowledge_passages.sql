-- name: index_merge
-- Some pages of the index are rewritten without the words marked as deleted.
insert into knowledge_index (knowledge_index, rank) values ('merge', $pages);

-- name: passage_add
-- One passage of a document.
insert into knowledge_passages (profile_id, document_id, position, text)
values ($profile_id, $document_id, $position, $text);

-- name: passage_beginning
-- One row: how a document's text begins.
-- columns: beginning text
select substr(text, 1, 200) as beginning from knowledge_passages where document_id = $document_id and position = 1;

-- name: passage_snippet
-- One row: the words around a hit in a passage.
-- params: any_word text
-- columns: snippet text
select snippet(knowledge_index, 1, '', '', '…', 32) as snippet
from knowledge_index
where knowledge_index match $any_word
  and rowid = (select passage_no from knowledge_passages where document_id = $document_id and position = $position);

-- name: passage_title
-- The title of a document, as it is searched.
update knowledge_passages set text = $text
where profile_id = $profile_id and document_id = $document_id and position = 0;

-- name: passages_list
-- One row per passage of a document's text, in order.
select text
from knowledge_passages
where profile_id = $profile_id and document_id = $document_id and position > 0
order by position;

-- name: passages_purge
-- Passages of a profile, so many at a time.
delete from knowledge_passages where profile_id = $profile_id limit $limit;

-- name: passages_remove
-- Passages of a document from a position.
delete from knowledge_passages where profile_id = $profile_id and document_id = $document_id and position >= $from;
