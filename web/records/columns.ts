/** The column of each kind of field in a list. inputs.tsx has its input in a form. */
import type { TFunction } from 'i18next'
import type { Field, Kind } from '#kernel/records/fields.ts'
import type { Column, ColumnKind } from '#web/ui/table/table-columns.ts'

const COLUMN_KINDS: Readonly<Record<Kind, ColumnKind>> = {
  id: 'id',
  name: 'text',
  text: 'text',
  code: 'text',
  email: 'text',
  day: 'day',
  moment: 'moment',
  wallClock: 'clock',
  percent: 'rate',
  money: 'money',
  price: 'price',
  quantity: 'quantity',
  count: 'number',
  flag: 'text',
  since: 'text',
  choice: 'text',
  degree: 'number',
  reference: 'id',
  list: 'text',
  object: 'text',
}

type Values = Readonly<Record<string, unknown>>

/** Returns the value of a cell as words. A flag without words of its own says the title of its column. */
function wordOf(t: TFunction, { options }: Field, word: string, value: unknown): string {
  if (typeof value === 'string') return value && t(`${options.words}.${value}`, { defaultValue: value })
  return value === true ? t(options.words ?? word) : ''
}

const isWord = ({ kind, options }: Field): boolean =>
  kind === 'flag' || kind === 'since' || ((kind === 'choice' || kind === 'name') && options.words !== undefined)

/** Returns a column of a table from its declaration. */
export function columnOf<Row>(t: TFunction, name: string, field: Field, word: string): Column<Row> {
  const { kind, options, choices } = field
  const { sort, filter, filterName, sum, width, from, card, align, hidden } = options
  const choice = kind === 'choice' && {
    many: filter === 'many',
    options: choices.map((value) => ({ value, label: wordOf(t, field, word, value) })),
  }
  return {
    key: name,
    header: t(word),
    kind: COLUMN_KINDS[kind],
    ...(isWord(field) && { value: (row: Row) => wordOf(t, field, word, (row as Values)[name]) }),
    ...(sort && { sortable: true }),
    ...(filter && { filter: choice || (kind === 'id' ? ('text' as const) : true) }),
    ...(filterName && { filterName }),
    ...(sum && { sum }),
    ...(width && { width }),
    ...(from && { from }),
    ...(card && { card }),
    ...(align && { align }),
    ...(hidden && { hidden }),
  }
}
