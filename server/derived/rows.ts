/** Tables that repeat rows of other tables as long as they fulfil a condition, such as the lines of orders that wait for their goods. */
import { raw, type Sql, sql } from '#server/db/database.ts'
import type { Within } from '#server/in-pieces.ts'
import {
  ADDED,
  anyChanged,
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

/** The rows of one table that are repeated. Expressions name such a row `each_row`. */
type Repeated = {
  /** The name of the table alone. */
  readonly from: Sql
  readonly where?: Sql
  readonly row: Columns
}

/** The rows are there while the record that owns them fulfils a condition on one of its columns. */
type Owner = {
  readonly of: Sql
  /** The column of the derived table with the id of the owner. */
  readonly by: string
  readonly column: string
  readonly holds: (column: Sql) => Sql
}

type Repeats = {
  /** The columns that find a row. */
  readonly key: readonly string[]
  readonly of: readonly Repeated[]
  readonly while?: Owner
  /**
   * For a table of which most changes concern other columns: the triggers fire for each row, and after an update only if one of
   * these columns is written and one of `differing` changed.
   */
  readonly follows?: { readonly columns: readonly string[]; readonly differing: readonly string[] }
  /** True if a value stays when its last row is gone, until a job removes it. */
  readonly onlyAdded?: boolean
}

export type DerivedRows = Derived & {
  /** Selects what the table must contain. */
  readonly computed: Sql
}

/** Declares a table that repeats rows. In one piece, because its functions, its triggers and what it must contain consist of the same parts. */
export function derivedRows(table: string, { key, of, while: owner, follows, onlyAdded }: Repeats): DerivedRows {
  const columns = Object.keys(of[0]?.row ?? {}).join(', ')
  const rowsOf = ({ where, row }: Repeated, rows: string, only?: string): string => {
    const conditions = [where && textOf(where), only].filter(Boolean).join(' and ')
    return `select ${selected(row)} from ${rows} as each_row${conditions ? ` where ${conditions}` : ''}`
  }
  const heldBy = (rows: string, joined: (of: string, by: string) => string): string =>
    owner
      ? `select ${columns.replaceAll(/\w+/g, 'line.$&')} from (${rows}) as line ${joined(`public.${textOf(owner.of)}`, `line.${owner.by}`)}\n    where ${textOf(owner.holds(sql`owner.${raw(owner.column)}`))}`
      : rows
  const held = (rows: string): string => heldBy(rows, (of, by) => `join ${of} as owner on owner.id = ${by}`)
  // each owner is read by its number: an index of those that fulfil the condition would be read as a whole, and every new owner clash
  const heldEach = (rows: string): string =>
    heldBy(
      rows,
      (of, by) =>
        `cross join lateral (select one.${owner?.column} from ${of} one where one.id = ${by} offset 0) as owner`,
    )
  const insert = (rows: string, indent = '    '): string =>
    `${indent}insert into public.${table} (${columns})\n${indent}${rows}${onlyAdded ? ' on conflict do nothing' : ''};`
  const remove = (rows: string): string =>
    `    delete from public.${table} as stored using (${rows}) as gone\n    where ${key.map((name) => `stored.${name} = gone.${name}`).join(' and ')};`

  const functions = of.map((source) => {
    const [added, removed] = follows ? [NEW_ROW, OLD_ROW] : [ADDED, REMOVED]
    const steps = onlyAdded
      ? [insert(heldEach(rowsOf(source, added)), '  ')]
      : [
          "  if tg_op <> 'INSERT' then",
          remove(rowsOf(source, removed)),
          '  end if;',
          "  if tg_op <> 'DELETE' then",
          insert(heldEach(rowsOf(source, added))),
          '  end if;',
        ]
    return triggerFunction(followerOf(table, source.from), bodyOf(...steps), { seeks: !onlyAdded })
  })
  const triggers = of.flatMap(({ from }): DeclaredTrigger[] => {
    const called = followerOf(table, from)
    if (!follows) return statementTriggers(textOf(from), table, called, ['insert', 'update', 'delete'])
    const { columns: watched, differing } = follows
    return rowTriggers(textOf(from), `derive_${table}`, `${called}()`, [
      { event: 'insert' },
      { event: 'update', columns: watched, when: anyChanged(differing) },
      ...(onlyAdded ? [] : [{ event: 'delete' as const }]),
    ])
  })
  const ofOwner = owner ? owned(table, owner, { of, key, rowsOf, insert, remove }) : null

  const within = (piece: Within): Sql =>
    raw(
      of
        .map((source) => held(rowsOf(source, `public.${textOf(source.from)}`, textOf(piece(sql`id`)))))
        .join('\nunion all '),
    )
  const computed = raw(of.map((source) => held(rowsOf(source, `public.${textOf(source.from)}`))).join('\nunion all '))
  const piecesOf = follows && of[0] ? textOf(of[0].from) : null
  return {
    name: table,
    functions: [...functions, ...(ofOwner?.functions ?? [])],
    triggers: [...triggers, ...(ofOwner?.triggers ?? [])],
    computed,
    proof: {
      piecesOf,
      differing: (piece) => {
        const right = piecesOf ? within(piece) : computed
        if (onlyAdded) return missing(table, key, right)
        const stored = sql`select ${raw(columns)} from ${raw(table)} ${piecesOf ? sql`where ${piece(sql`id`)}` : sql``}`
        return sql`
          select count(*)::int as rows, min(differs::text) as first
          from (((${right}) except all ${stored}) union all (${stored} except all (${right}))) differs`
      },
    },
  }
}

/** Counts the values that the table lacks. It may contain more. */
const missing = (table: string, key: readonly string[], right: Sql): Sql => sql`
  select count(*)::int as rows, min(wanted::text) as first from (${right}) wanted
  where not exists (select from ${raw(table)} stored where ${raw(key.map((name) => `stored.${name} = wanted.${name}`).join(' and '))})`

type Parts = {
  readonly of: readonly Repeated[]
  readonly key: readonly string[]
  readonly rowsOf: (source: Repeated, rows: string, only?: string) => string
  readonly insert: (rows: string) => string
  readonly remove: (rows: string) => string
}

/** Returns what adds all rows of an owner that begins to fulfil the condition, and removes those of one that ends to. */
function owned(
  table: string,
  owner: Owner,
  { of, rowsOf, insert, remove }: Parts,
): Pick<Derived, 'functions' | 'triggers'> {
  const name = followerOf(table, owner.of)
  const holds = (row: string): string => textOf(owner.holds(raw(`${row}.${owner.column}`)))
  const lines = of
    .map((source) => rowsOf(source, `public.${textOf(source.from)}`, `${owner.by} = new.id`))
    .join('\n    union all ')
  return {
    functions: [
      triggerFunction(name, bodyOf(`  if ${holds('new')} then`, insert(lines), '  else', remove(lines), '  end if;'), {
        seeks: true,
      }),
    ],
    triggers: rowTriggers(textOf(owner.of), `derive_${table}`, `${name}()`, [
      { event: 'update', columns: [owner.column], when: `${holds('old')} <> ${holds('new')}` },
    ]),
  }
}
