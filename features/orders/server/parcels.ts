import { type Sql, sql } from '#server/db/database.ts'

/** Returns as SQL how many parcels of an order `o` move. An order of services alone has none, although it was packaged as one. */
export const PARCELS: Sql = sql`(case when exists (select from order_goods g where g.order_id = o.id) then o.parcels else 0 end)`
