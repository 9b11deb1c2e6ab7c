// Boards: the list with templates to begin with, and one board.
import { usePlace } from '../../frame/place.tsx';
import { BoardList } from './list.tsx';
import { OneBoard } from './one.tsx';

export default function Boards() {
  const { rest } = usePlace();
  return rest === '' ? <BoardList /> : <OneBoard key={rest} boardId={rest} />;
}
