import { raw, type Rows, sql } from '#server/db/database.ts'

/** Inserts many rows in one statement and keeps their order. `columns` names the type of each column. */
export async function insertRows<C extends string>(
  tx: Rows,
  table: string,
  columns: Readonly<Record<C, string>>,
  rows: readonly Readonly<Record<NoInfer<C>, unknown>>[],
): Promise<void> {
  const names = raw(Object.keys(columns).join(', '))
  const typed = raw(
    Object.entries<string>(columns)
      .map(([name, type]) => `${name} ${type}`)
      .join(', '),
  )
  await tx.run(sql`
    insert into ${raw(table)} (${names})
    select ${names} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(${typed})`)
}

/** Reserves the next ids of a table, so that rows which refer to each other can be inserted together. */
export async function reserveIds(tx: Rows, next: string, count: number): Promise<number[]> {
  const rows = await tx.many<{ id: number }>(sql`select ${raw(next)} as id from generate_series(1, ${count}::int)`)
  return rows.map(({ id }) => id)
}
