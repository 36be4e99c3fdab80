import type { OutputOf, ParsedInputOf } from '#kernel/contract.ts'
import type { Quantity } from '#kernel/money.ts'
import { refuse, stopOn } from '#kernel/refusal.ts'
import { keptQuery, query } from '#server/command.ts'
import { join, raw, type Rows, type Sql, sql } from '#server/db/database.ts'
import { countRows, countRowsBy, pageOf } from '#server/paging.ts'
import { contains, matchesWords } from '#server/search-text.ts'
import * as contract from '../domain/contract.ts'
import { outstandingOf, REQUEST_STATES, whyNotReceived } from '../domain/request.ts'

const SORT_COLUMNS = {
  id: 'i.id',
  dueOn: '"dueOn"',
  providerName: 'i.provider_name collate "und-x-icu"',
  state: 'i.state',
} as const

/** The order that answers a request `i`; null if none does. */
const ORDERED_IN = sql`(
  select l.ordered_in from inbound_invoice_lines l where l.invoice_id = i.id and l.ordered_in is not null order by l.line_no limit 1)`
/** The day by which the goods of a request `i` are expected: that of the order which answers it, if there is one. */
const DUE_ON = sql`coalesce((select answer.due_on from inbound_invoices answer where answer.id = ${ORDERED_IN}), i.due_on)`
const IS_WAITING = sql`i.state in ('OPEN', 'ORDERED', 'PART-RECEIVED')`

/** Returns the conditions of a list of requests `i`. */
function requestConditions({ search, filters }: ParsedInputOf<typeof contract.requestList.list>): Sql {
  const all: Sql[] = [sql`i.type = 'REQUEST-PM'`]
  if (search !== '')
    all.push(sql`(${contains('i.provider_name', search)} or i.id::text = ${search.trim()} or exists (
      select from inbound_invoice_lines l join products p on p.id = l.product_id
      where l.invoice_id = i.id and ${matchesWords(sql`p.search`, search)}))`)
  if (filters.id) all.push(sql`i.id::text like ${`${filters.id.replace(/[\\%_]/g, '')}%`}`)
  if (filters.providerName) all.push(contains('i.provider_name', filters.providerName))
  if (filters.providerId) all.push(sql`i.provider_id = kept_provider(${filters.providerId}::bigint)`)
  if (filters.productId)
    all.push(
      sql`exists (select from inbound_invoice_lines l where l.invoice_id = i.id and l.product_id = ${filters.productId})`,
    )
  if (filters.state) all.push(sql`i.state = any(${filters.state}::text[])`)
  if (filters.origin) all.push(sql`i.origin = any(${filters.origin}::text[])`)
  return join(all, ' and ')
}

type Row = OutputOf<typeof contract.requestList.list>['rows'][number]

export const listRequestsQuery = keptQuery(contract.requestList.list, async ({ rows, today }, input) => {
  const { sort = 'id', descending = true, page } = input
  const direction = raw(descending ? 'desc' : 'asc')
  const found = await rows.many<Row>(sql`
    select i.id, i.number, i.state, coalesce(i.origin, 'PROGRAM') as origin, i.line_count as "lineCount", i.provider_id as "providerId", i.provider_name as "providerName",
      ${DUE_ON}::text as "dueOn", ${IS_WAITING} and coalesce(${DUE_ON} < ${today}::date, false) as "isLate",
      ${ORDERED_IN} as "orderedIn", i.order_id as "orderId", i.task_id as "taskId", i.section, i.user_name as person,
      i.created_at as "createdAt", first.name as goods, first.unit,
      case when i.line_count = 1 then first.quantity_e4 end as quantity
    from inbound_invoices i left join inbound_invoice_lines first on first.invoice_id = i.id and first.line_no = 1
    where ${requestConditions(input)}
    order by ${raw(SORT_COLUMNS[sort])} ${direction} nulls last, i.id ${direction} ${pageOf(page, contract.requestList.size)}`)
  return {
    rows: found
      .slice(0, contract.requestList.size)
      .map((row) => ({ ...row, goods: row.goods ?? '', unit: row.unit ?? '' })),
    more: found.length > contract.requestList.size,
  }
})

export const countRequestsQuery = keptQuery(contract.requestList.count, ({ rows }, input) =>
  countRows(rows, sql`from inbound_invoices i where ${requestConditions(input)}`),
)

export const countRequestStatesQuery = keptQuery(contract.countRequestStates, async ({ rows }) => ({
  counts: await countRowsBy(
    rows,
    sql`(select state from inbound_invoices where type = 'REQUEST-PM') requests`,
    sql`requests.state`,
    REQUEST_STATES,
  ),
}))

type Answer = contract.PurchaseRequest['answers'][number]
type StoredLine = Omit<contract.PurchaseRequest['lines'][number], 'outstanding'>
type Stored = Omit<contract.PurchaseRequest, 'lines' | 'answers' | 'invoices'> & {
  readonly lines: readonly StoredLine[]
  readonly answers: readonly Answer[] | null
  readonly invoices: contract.PurchaseRequest['invoices'] | null
}

const readRequest = (rows: Rows, id: number, today: string): Promise<Stored | null> =>
  rows.maybe<Stored>(sql`
    select i.id, i.number, i.version, i.state, coalesce(i.origin, 'PROGRAM') as origin, i.provider_id as "providerId",
      i.provider_name as "providerName", ${DUE_ON}::text as "dueOn", ${IS_WAITING} and coalesce(${DUE_ON} < ${today}::date, false) as "isLate",
      i.note, i.section, i.order_id as "orderId", i.task_id as "taskId", i.user_name as person, i.created_at as "createdAt",
      i.ordered_at as "orderedAt", i.canceled_at as "canceledAt", i.canceled_name as "canceledName", i.cancel_reason as "cancelReason",
      ${ORDERED_IN} as "orderedIn",
      (select max(m.created_at) from mails m where m.entity = 'invoices' and m.entity_id = i.id and m.status <> 'FAILED') as "mailedAt",
      coalesce((select json_agg(json_build_object('lineNo', l.line_no, 'productId', l.product_id, 'name', l.name, 'sku', l.sku,
        'providerSku', l.provider_sku, 'unit', l.unit, 'quantity', l.quantity_e4, 'received', l.received_e4, 'dropped', l.dropped_e4,
        'price', l.price_e4, 'net', l.net_cents, 'orderedIn', l.ordered_in) order by l.line_no)
        from inbound_invoice_lines l where l.invoice_id = i.id), '[]') as lines,
      (select json_agg(json_build_object('id', a.id, 'origin', a.origin, 'person', a.user_name, 'quantity', l.quantity_e4,
        'dueOn', a.due_on, 'orderId', a.order_id, 'taskId', l.task_id, 'name', l.name, 'unit', l.unit) order by a.id)
        from inbound_invoice_lines l join inbound_invoices a on a.id = l.invoice_id where l.ordered_in = i.id) as answers,
      (select json_agg(json_build_object('id', b.id, 'number', b.number, 'day', b.import_date, 'state', b.state) order by b.id)
        from inbound_invoices b where b.id in (select l.invoice_id from inbound_invoice_lines l where l.request_id = i.id)) as invoices
    from inbound_invoices i where i.id = ${id} and i.type = 'REQUEST-PM'`)

export const requestDetailQuery = query(contract.requestDetail, async ({ rows, today }, { id }) => {
  const stored = await readRequest(rows, id, today)
  if (!stored) return refuse('missing', 'purchases.no-request', { requestId: id })
  return {
    request: {
      ...stored,
      lines: stored.lines.map((line) => ({ ...line, outstanding: outstandingOf(line) })),
      answers: [...(stored.answers ?? [])],
      invoices: [...(stored.invoices ?? [])],
    },
  }
})

type Expected = {
  readonly requestLineNo: number
  readonly productId: number | null
  readonly name: string
  readonly providerSku: string
  readonly price: number
  readonly quantity: Quantity
  readonly received: Quantity
  readonly dropped: Quantity
}

export const requestToReceiveQuery = query(contract.requestToReceive, async ({ rows, today }, { id }) => {
  const request = await readRequest(rows, id, today)
  if (!request) return refuse('missing', 'purchases.no-request', { requestId: id })
  stopOn(whyNotReceived(request))
  // the last price of the catalogue is newer than that of the request
  const lines = await rows.many<Expected>(sql`
    select l.line_no as "requestLineNo", l.product_id as "productId", l.name, coalesce(nullif(c.code, ''), l.provider_sku) as "providerSku",
      coalesce(c.price_e4, l.price_e4) as price, l.quantity_e4 as quantity, l.received_e4 as received, l.dropped_e4 as dropped
    from inbound_invoice_lines l join inbound_invoices i on i.id = l.invoice_id
    left join provider_products c on c.provider_id = i.provider_id and c.product_id = l.product_id
    where l.invoice_id = ${id} order by l.line_no`)
  return {
    provider: request.providerId === null ? null : { id: request.providerId, name: request.providerName },
    lines: lines.flatMap(({ productId, received, dropped, quantity, ...line }) => {
      const outstanding = outstandingOf({ quantity, received, dropped })
      return productId === null || outstanding === 0
        ? []
        : [{ ...line, requestId: id, productId, quantity: outstanding }]
    }),
  }
})
