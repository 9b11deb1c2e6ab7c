// The head of a column by which a list is sorted: its name is a button, which turns the order when it is pressed again.

/** By which value a list is sorted, and in which order. */
export interface SortChoice<Name extends string> {
  sort: Name;
  order: 'asc' | 'desc';
  /** By this value, or the other way round where it is that already. */
  turn: (sort: Name) => void;
}

interface HeadProps<Name extends string> {
  choice: SortChoice<Name>;
  sort: Name;
  text: string;
  isText?: boolean;
}

export function SortHead<Name extends string>({ choice, sort, text, isText = false }: HeadProps<Name>) {
  const isSorted = choice.sort === sort;
  const isRising = choice.order === 'asc';
  return (
    <th
      scope="col"
      class={isText ? 'text' : undefined}
      aria-sort={isSorted ? (isRising ? 'ascending' : 'descending') : undefined}
    >
      <button type="button" class="sort" onClick={() => choice.turn(sort)}>
        {text}
        <span aria-hidden="true">{isSorted ? (isRising ? ' ↑' : ' ↓') : ''}</span>
      </button>
    </th>
  );
}
