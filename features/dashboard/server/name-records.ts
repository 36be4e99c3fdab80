/** Reads what the dashboard says of the records that it names. */
import { invoicesEntity } from '#features/buying/domain/entity.ts'
import { customersEntity } from '#features/customers/domain/entity.ts'
import { INVOICED_FROM } from '#features/invoicing/domain/sending.ts'
import { ordersEntity } from '#features/orders/domain/entity.ts'
import { DOCUMENT_FACTS, OPEN_TASKS, WAITING_DOCUMENT } from '#features/orders/server/lock-orders.ts'
import { SHORT_IF_WAITING } from '#features/orders/server/order-stock.ts'
import { paymentsEntity } from '#features/payments/domain/entity.ts'
import type { Day } from '#kernel/day.ts'
import { addressOf } from '#kernel/entity.ts'
import type { Cents } from '#kernel/money.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'
import type { Named, NamedKind } from '../domain/lines.ts'

/** A record as its line found it. */
export type FoundRecord = { readonly id: number | null; readonly day: Day | null; readonly cents: Cents | null }

type Kind = {
  /** Selects `id` and `name` of these records, and what else is said of them. */
  readonly read: (ids: Sql) => Sql
  readonly to: (id: number) => string
}

const KINDS: Readonly<Record<NamedKind, Kind>> = {
  orders: {
    read: (ids) => sql`
      select o.id, o.name, o.status, o.total_cents as amount, case when o.status = 'ON SHIPPING' then o.shipping_by else '' end as place,
        nullif(to_char(o.expected_delivery_at, 'HH24:MI'), '00:00') as time,
        case when o.status = any(${[...INVOICED_FROM]}::text[]) then (o.packaged_at at time zone 'Europe/Athens')::date end as "packagedOn",
        ${WAITING_DOCUMENT} as document,
        to_jsonb(f) || jsonb_build_object('invoiceMode', o.invoice_mode, 'short', ${SHORT_IF_WAITING}, 'openTasks', ${OPEN_TASKS}) as facts
      from orders o cross join lateral ${DOCUMENT_FACTS} f where o.id = any(${ids})`,
    to: (id) => addressOf(ordersEntity, id),
  },
  customers: {
    read: (ids) => sql`select id, name from customers where id = any(${ids})`,
    to: (id) => addressOf(customersEntity, id),
  },
  tasks: {
    read: (ids) => sql`
      select t.id, coalesce(nullif(t.product_name, ''), t.name) as name, t.section as place, t.quantity_e4 as quantity,
        coalesce(p.unit, '') as unit
      from tasks t left join products p on p.id = t.product_id where t.id = any(${ids})`,
    to: (id) => `/task/${id}`,
  },
  cheques: {
    read: (ids) => sql`select id, entity_name as name from payments where id = any(${ids})`,
    to: (id) => addressOf(paymentsEntity, id),
  },
  handovers: {
    read: (ids) => sql`select id, user_name as name from cash_handovers where id = any(${ids})`,
    to: () => '/drivers-cash',
  },
  requests: {
    read: (ids) => sql`select id, provider_name as name from inbound_invoices where id = any(${ids})`,
    to: (id) => addressOf(invoicesEntity, id),
  },
  accounts: {
    read: (ids) => sql`select id, username as name, email as place from users where id = any(${ids})`,
    to: (id) => `/people?account=${id}`,
  },
}

const NOTHING = {
  amount: null,
  status: null,
  document: null,
  facts: null,
  time: null,
  place: '',
  quantity: null,
  unit: '',
} as const

type Read = Pick<Named, 'id' | 'name'> & Partial<Named> & { readonly packagedOn?: Day | null }

/** Returns what is said of these records, in their order. One that was deleted meanwhile is left out. */
export async function nameRecords(rows: Rows, kind: NamedKind, found: readonly FoundRecord[]): Promise<Named[]> {
  const ids = found.flatMap(({ id }) => (id === null ? [] : [id]))
  if (ids.length === 0) return []
  const { read, to } = KINDS[kind]
  const answer = await rows.many<Read>(read(sql`${ids}::bigint[]`))
  const byId = new Map(answer.map((one) => [one.id, one]))
  return found.flatMap(({ id, day, cents }) => {
    const one = id === null ? undefined : byId.get(id)
    if (one === undefined) return []
    const { packagedOn, ...said } = one
    return { ...NOTHING, kind, day: packagedOn ?? day, ...said, amount: said.amount ?? cents, to: to(one.id) }
  })
}
