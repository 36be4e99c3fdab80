/** Rows that report each statement before it runs. */
import type { Rows, Sql } from '#server/db/database.ts'

/** Returns rows that call `before` with each statement and then run it. */
export function observed(rows: Rows, before: (query: Sql) => void): Rows {
  const seen = (query: Sql): Sql => {
    before(query)
    return query
  }
  return {
    many: async (query) => rows.many(seen(query)),
    one: async (query) => rows.one(seen(query)),
    maybe: async (query) => rows.maybe(seen(query)),
    run: async (query) => rows.run(seen(query)),
  }
}
