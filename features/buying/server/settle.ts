/** Keeps the states of requests equal to what has come of them. */
import type { Quantity } from '#kernel/money.ts'
import type { Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { outstandingOf, receivedOfAnswered, type RequestState, stateOf } from '../domain/request.ts'

type StoredRequest = { readonly id: number; readonly state: RequestState; readonly isOrdered: boolean }
type StoredLine = {
  readonly requestId: number
  readonly lineNo: number
  readonly quantity: Quantity
  readonly received: Quantity
  readonly dropped: Quantity
  readonly orderedIn: number | null
  readonly orderedLineNo: number | null
}

/** Locks requests, by ascending id. */
export const lockRequests = ({ tx }: Work, ids: readonly number[]): Promise<StoredRequest[]> =>
  tx.many<StoredRequest>(sql`
    select id, state, ordered_at is not null as "isOrdered" from inbound_invoices
    where id = any(${[...ids]}::bigint[]) and type = 'REQUEST-PM' order by id for update`)

const LINE = sql`l.invoice_id as "requestId", l.line_no as "lineNo", l.quantity_e4 as quantity, l.received_e4 as received,
  l.dropped_e4 as dropped, l.ordered_in as "orderedIn", l.ordered_line_no as "orderedLineNo"`

/** Writes how far lines have come, and whether anything is still expected of them. */
async function writeLines(
  { tx }: Work,
  lines: readonly {
    requestId: number
    lineNo: number
    received: Quantity
    waiting: 'REQUEST' | 'ORDER' | null
    isOpenAgain?: boolean
  }[],
): Promise<void> {
  if (lines.length === 0) return
  await tx.run(sql`
    update inbound_invoice_lines l set received_e4 = w.received, waiting = w.waiting,
      ordered_in = case when w."isOpenAgain" then null else l.ordered_in end,
      ordered_line_no = case when w."isOpenAgain" then null else l.ordered_line_no end
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as w("requestId" bigint, "lineNo" int, received bigint, waiting text,
      "isOpenAgain" boolean)
    where l.invoice_id = w."requestId" and l.line_no = w."lineNo"`)
}

/** Writes the state of a request, and records the change. */
async function writeState(work: Work, { id, state: before }: StoredRequest, state: RequestState): Promise<void> {
  if (state === before) return
  await work.tx.run(sql`
    update inbound_invoices set state = ${state}, updated_at = ${work.now}::timestamptz, version = version + 1 where id = ${id}`)
  work.record({ entity: 'invoices', id, changes: { state: [before, state] } })
}

/**
 * Settles locked orders at providers, and the requests that they answer. A request of which an order brings nothing more is open again.
 * Returns the ids of requests that are received now and were not before.
 */
async function settleOrders(work: Work, orders: readonly StoredRequest[]): Promise<number[]> {
  if (orders.length === 0) return []
  const ids = orders.map(({ id }) => id)
  const ordered = await work.tx.many<StoredLine>(sql`
    select ${LINE} from inbound_invoice_lines l where l.invoice_id = any(${ids}::bigint[]) order by l.invoice_id, l.line_no`)
  const answered = await work.tx.many<StoredLine>(sql`
    select ${LINE} from inbound_invoice_lines l join inbound_invoices i on i.id = l.invoice_id
    where l.ordered_in = any(${ids}::bigint[]) order by i.created_at, l.invoice_id, l.line_no`)
  const canceled = new Set(orders.filter(({ state }) => state === 'CANCELED').map(({ id }) => id))
  await writeLines(
    work,
    ordered.map((line) => ({
      ...line,
      waiting: canceled.has(line.requestId) || outstandingOf(line) === 0 ? null : ('ORDER' as const),
    })),
  )
  const settled = ordered.flatMap((line) => {
    const own = answered.filter((one) => one.orderedIn === line.requestId && one.orderedLineNo === line.lineNo)
    const isCanceled = canceled.has(line.requestId)
    return receivedOfAnswered(line, own).map((received, index) => {
      const one = own[index] as StoredLine
      const isOpenAgain = isCanceled || received === null
      const share = isOpenAgain ? (0 as Quantity) : received
      const isOver = outstandingOf({ ...one, received: share }) === 0
      return { ...one, received: share, waiting: isOver ? null : ('REQUEST' as const), isOpenAgain }
    })
  })
  await writeLines(work, settled)
  for (const order of orders)
    if (order.state !== 'CANCELED')
      await writeState(
        work,
        order,
        stateOf(
          ordered.filter(({ requestId }) => requestId === order.id),
          true,
        ),
      )
  return settleAnswered(work, [...new Set(answered.map(({ requestId }) => requestId))])
}

/** Settles requests whose lines were written already. Returns those that are received now and were not before. */
async function settleAnswered(work: Work, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const requests = await lockRequests(work, ids)
  const lines = await work.tx.many<StoredLine>(
    sql`select ${LINE} from inbound_invoice_lines l where l.invoice_id = any(${[...ids]}::bigint[])`,
  )
  const over: number[] = []
  for (const request of requests) {
    if (request.state === 'CANCELED') continue
    const own = lines.filter(({ requestId }) => requestId === request.id)
    const state = stateOf(
      own,
      own.every(({ orderedIn }) => orderedIn !== null),
    )
    await writeState(work, request, state)
    if (state === 'RECEIVED' && request.state !== 'RECEIVED') over.push(request.id)
  }
  return over
}

/** Settles locked requests after their lines or their own state have changed. Returns those that are received now and were not before. */
export async function settleRequests(work: Work, requests: readonly StoredRequest[]): Promise<number[]> {
  const direct = requests.filter(({ isOrdered, state }) => !isOrdered && state !== 'CANCELED').map(({ id }) => id)
  if (direct.length > 0)
    await work.tx.run(sql`
      update inbound_invoice_lines set waiting = case when is_short(received_e4 + dropped_e4 - quantity_e4) then 'REQUEST' end
      where invoice_id = any(${direct}::bigint[])`)
  return [
    ...(await settleAnswered(work, direct)),
    ...(await settleOrders(
      work,
      requests.filter(({ isOrdered }) => isOrdered),
    )),
  ]
}
