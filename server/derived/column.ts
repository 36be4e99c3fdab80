/** Columns that follow from the rows of other tables, such as the search text of an order's goods. */
import { raw, type Sql, sql } from '#server/db/database.ts'
import {
  ADDED,
  anyChanged,
  bodyOf,
  type Derived,
  followerOf,
  REMOVED,
  rowTriggers,
  statementTriggers,
  textOf,
  triggerFunction,
} from './derived.ts'

/** A change of another table after which the column of some records is computed anew. */
type Follows = {
  readonly of: Sql
  /** The columns whose change matters. */
  readonly columns: readonly string[]
  /** What else must hold, by `old` and `new`. */
  readonly when?: Sql
  /** Selects the ids of the records, by `new`. */
  readonly records: Sql
}

type Column = {
  /** The table whose rows belong to a record, and the column with the id of the record. */
  readonly from: Sql
  readonly by: string
  /** What is joined to these rows, of which one is named `each_row`. */
  readonly join: Sql
  /** The value of a record, over all of its rows with what is joined. */
  readonly value: Sql
  readonly follows: readonly Follows[]
  /** The records of `table` that the proof compares. */
  readonly proven: Sql
}

/** Declares a column. */
export function derivedColumn(table: string, column: string, declared: Column): Derived {
  const { from, by, follows } = declared
  const [source, join, value] = [textOf(from), textOf(declared.join), textOf(declared.value)]
  const derives = `${table}_${column}`
  const compute = `derive_${derives}`
  const called = followerOf(derives, from)
  // computing everything anew chooses how it reads
  const calledOfOld = `${compute}_of_old_${source}`
  const followed = follows.map((one) => ({ ...one, called: followerOf(derives, one.of) }))
  return {
    name: `${table}.${column}`,
    functions: [
      { name: compute, body: computing(table, column, { source, by, join, value }) },
      triggerFunction(called, followingNew(table, column, { compute, by, join, value }), { seeks: true }),
      triggerFunction(calledOfOld, followingOld(compute, by), { seeks: false }),
      ...followed.map((one) =>
        triggerFunction(one.called, bodyOf(`  perform public.${compute}(array(${textOf(one.records)}));`), {
          seeks: false,
        }),
      ),
    ],
    triggers: [
      ...statementTriggers(source, derives, called, ['insert']),
      ...statementTriggers(source, derives, calledOfOld, ['update', 'delete']),
      ...followed.flatMap(({ of, columns, when, called: name }) =>
        rowTriggers(textOf(of), `derive_${derives}`, `${name}()`, [
          {
            event: 'update',
            columns,
            when: [`(${anyChanged(columns)})`, ...(when ? [textOf(when)] : [])].join(' and '),
          },
        ]),
      ),
    ],
    proof: {
      piecesOf: table,
      differing: (within) => sql`
        select count(*)::int as rows, min(${raw(table)}.id::text) as first
        from ${raw(table)} left join lateral (
          select ${raw(value)} as right_value
          from public.${raw(source)} as each_row ${raw(join)} where each_row.${raw(by)} = ${raw(table)}.id) given on true
        where ${raw(textOf(declared.proven))} and ${within(sql`${raw(table)}.id`)}
          and ${raw(`${table}.${column}`)} is distinct from given.right_value`,
    },
  }
}

type Texts = { readonly by: string; readonly join: string; readonly value: string }

/** Returns the body of the function that computes the column of some records anew, and writes those that differ. */
const computing = (table: string, column: string, { source, by, join, value }: Texts & { source: string }): string => `
begin
  update public.${table} as record set ${column} = given.right_value
  from (
    select wanted.id, ${value} as right_value
    from (select distinct unnest(ids) as id) as wanted
    left join (public.${source} as each_row ${join}) on each_row.${by} = wanted.id
    group by wanted.id) as given
  where record.id = given.id and record.${column} <> given.right_value;
end `

/**
 * Returns the body of the function that follows new rows. A record is mostly written with its value and all of its rows, so these rows are
 * compared with it first, and nothing else is read.
 */
const followingNew = (
  table: string,
  column: string,
  { compute, by, join, value }: Texts & { compute: string },
): string => `
declare
  differing bigint[];
begin
  select array_agg(record.id) into differing
  from (
    select each_row.${by} as id, ${value} as right_value
    from ${ADDED} as each_row ${join}
    group by each_row.${by}) as given
  join public.${table} as record on record.id = given.id
  where record.${column} <> given.right_value;
  if differing is not null then
    perform public.${compute}(differing);
  end if;
  return null;
end `

/** Returns the body of the function that follows changed and removed rows. */
const followingOld = (compute: string, by: string): string =>
  bodyOf(
    "  if tg_op = 'DELETE' then",
    `    perform public.${compute}(array(select distinct ${by} from ${REMOVED}));`,
    '  else',
    `    perform public.${compute}(array(select ${by} from ${ADDED} union select ${by} from ${REMOVED}));`,
    '  end if;',
  )
