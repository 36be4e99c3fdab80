/** Tables of sums over the rows of other tables, such as what is lent to each customer. */
import { raw, type Sql, sql } from '#server/db/database.ts'
import type { DeclaredFunction } from '#server/db/declared-functions.ts'
import {
  ADDED,
  bodyOf,
  type Columns,
  type DeclaredTrigger,
  type Derived,
  followerOf,
  NEW_ROW,
  OLD_ROW,
  REMOVED,
  rowTriggers,
  selected,
  statementTriggers,
  textOf,
  triggerFunction,
} from './derived.ts'

/** The rows of one table that are summed. Expressions name such a row `each_row`. */
type Summed = {
  /** The name of the table alone. */
  readonly from: Sql
  readonly where?: Sql
  readonly sums: Columns
  /** True for a ledger whose rows are never changed or removed. */
  readonly onlyAdded?: boolean
  /** True if few rows of a statement fulfil `where`: the triggers fire for each of these rows. Then `where` names `each_row` with each column. */
  readonly rare?: boolean
}

/**
 * The table in which changes wait until a job adds them, because many transactions would change the same sums. Its rows have these columns
 * of the summed rows beside the sums; readers add both. It has an `id`.
 */
type Folded = { readonly through: string; readonly columns: readonly string[] }

type Sums = {
  /** The columns by which it sums, each with the expression over a row. */
  readonly key: Columns
  readonly of: readonly Summed[]
  readonly fold?: Folded
}

export type DerivedSums = Derived & {
  /** Returns the statement that adds at most so many waiting changes and answers their `count`. Changes that have not committed are left. */
  readonly foldSome: (most: number) => Sql
}

/** The table that triggers write, and how. */
type Target = {
  readonly table: string
  readonly key: Columns
  /** What an insert says of a key that is already there; empty if changes are only added. */
  readonly conflict: (sums: readonly string[]) => string
}

const list = (names: readonly string[], each = (name: string): string => name): string => names.map(each).join(', ')
const placesOf = (columns: Columns): string => list(Object.keys(columns).map((_, index) => String(index + 1)))

/** Declares a table that contains sums. */
export function derivedSums(table: string, { key, of, fold }: Sums): DerivedSums {
  const keys = Object.keys(key)
  const conflict = (sums: readonly string[]): string =>
    `on conflict (${list(keys)}) do update set ${list(sums, (sum) => `${sum} = public.${table}.${sum} + excluded.${sum}`)}`
  const target: Target = fold
    ? {
        table: fold.through,
        key: Object.fromEntries(fold.columns.map((name) => [name, raw(name)])),
        conflict: () => '',
      }
    : { table, key, conflict }
  const sums = [...new Set(of.flatMap((one) => Object.keys(one.sums)))]
  return {
    name: table,
    functions: of.map((summed) => functionOf(table, summed, target)),
    triggers: of.flatMap((summed) => triggersOf(table, summed)),
    proof: { piecesOf: null, differing: () => differing(table, { key, of, fold }, sums) },
    foldSome: (most) => {
      if (!fold) throw new Error(`${table} has no changes that wait`)
      return sql`
        with taken as (
          delete from ${raw(fold.through)} where id = any(array(select id from ${raw(fold.through)} order by id limit ${most})) returning *),
        added as (
          insert into ${raw(table)} (${raw(list([...keys, ...sums]))})
          select ${raw(selected(key))}, ${raw(list(sums, (sum) => `sum(${sum})`))} from taken group by ${raw(placesOf(key))} order by ${raw(placesOf(key))}
          ${raw(conflict(sums))})
        select count(*)::int as count from taken`
    },
  }
}

/** Returns the function that adds what the rows of `summed` change. */
function functionOf(table: string, summed: Summed, { table: written, key, conflict }: Target): DeclaredFunction {
  const { where, sums, onlyAdded, rare } = summed
  const names = Object.keys(sums)
  const [added, removed] = rare ? [NEW_ROW, OLD_ROW] : [ADDED, REMOVED]
  const rowsOf = (rows: string, columns: Columns): string =>
    `select ${selected(key)}, ${selected(columns)} from ${rows} as each_row${where ? ` where ${textOf(where)}` : ''}`
  const taken = Object.fromEntries(Object.entries(sums).map(([name, value]) => [name, sql`-(${value})`]))
  const add = (rows: string, having = ''): string =>
    [
      `    insert into public.${written} (${list([...Object.keys(key), ...names])})`,
      `    select ${list([...Object.keys(key), ...names.map((sum) => `sum(${sum})`)])}`,
      `    from (${rows}) as summed`,
      `    group by ${placesOf(key)}${having} order by ${placesOf(key)}`,
      `    ${conflict(names)}`.trimEnd(),
    ]
      .filter(Boolean)
      .join('\n')
      .concat(';')
  const changed = names.map((sum) => `sum(${sum}) <> 0`).join(' or ')
  const steps = onlyAdded
    ? [add(rowsOf(added, sums))]
    : [
        "  if tg_op = 'INSERT' then",
        add(rowsOf(added, sums)),
        "  elsif tg_op = 'DELETE' then",
        add(rowsOf(removed, taken)),
        '  else',
        add(`${rowsOf(added, sums)}\n      union all ${rowsOf(removed, taken)}`, ` having ${changed}`),
        '  end if;',
      ]
  return triggerFunction(followerOf(table, summed.from), bodyOf(...steps), { seeks: false })
}

function triggersOf(table: string, summed: Summed): DeclaredTrigger[] {
  const called = followerOf(table, summed.from)
  const from = textOf(summed.from)
  if (!summed.rare)
    return statementTriggers(from, table, called, summed.onlyAdded ? ['insert'] : ['insert', 'update', 'delete'])
  const holds = (row: string): string => textOf(summed.where ?? sql`true`).replaceAll('each_row.', `${row}.`)
  return rowTriggers(from, `derive_${table}`, `${called}()`, [
    { event: 'insert', when: holds('new') },
    { event: 'update', when: `(${holds('old')}) or (${holds('new')})` },
    { event: 'delete', when: holds('old') },
  ])
}

/** Returns the statement that compares the stored sums with those of all rows. A key without a row has sums of 0. */
function differing(table: string, { key, of, fold }: Sums, sums: readonly string[]): Sql {
  const keys = Object.keys(key)
  const computed = of.map((summed) => {
    const all = Object.fromEntries(sums.map((sum) => [sum, summed.sums[sum] ?? sql`0`]))
    const where = summed.where ? ` where ${textOf(summed.where)}` : ''
    return `select ${selected(key)}, ${selected(all)} from public.${textOf(summed.from)} as each_row${where}`
  })
  const stored = [
    `select ${list([...keys, ...sums])} from ${table}`,
    ...(fold ? [`select ${selected(key)}, ${list(sums)} from ${fold.through}`] : []),
  ]
  const perKey = (parts: readonly string[]): Sql =>
    raw(
      `select ${list([...keys, ...sums.map((sum) => `sum(${sum}) as ${sum}`)])} from (${parts.join(' union all ')}) part group by ${placesOf(key)}`,
    )
  const row = (side: string): Sql => raw(`(${list(sums, (sum) => `coalesce(${side}.${sum}, 0)`)})`)
  return sql`
    select count(*)::int as rows, min(jsonb_build_object(${raw(list(keys, (name) => `'${name}', ${name}`))})::text) as first
    from (${perKey(computed)}) computed full join (${perKey(stored)}) stored using (${raw(list(keys))})
    where ${row('computed')} is distinct from ${row('stored')}`
}
