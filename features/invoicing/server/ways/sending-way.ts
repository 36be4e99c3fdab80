/** Finds the way by which documents are sent, and the service of that way. */
import { z } from 'zod'
import { ordersEntity } from '#features/orders/domain/entity.ts'
import { MAY_BE_BOOKED } from '#features/orders/server/lock-orders.ts'
import { addressOf } from '#kernel/entity.ts'
import type { Refusal, RefusedRecord } from '#kernel/refusal.ts'
import type { SettingValues } from '#kernel/settings/form.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'
import type { Accounting } from '#server/integrations/accounting/accounting.ts'
import { FILE_ACCOUNTING } from '#server/integrations/accounting/file-accounting.ts'
import { readSettings } from '#server/settings.ts'
import { OPEN } from '../../domain/document.ts'
import { MOST_IN_THE_WAY, SENDING_FORM, type Way, WAYS, whyNoSwitch } from '../../domain/ways.ts'

export const readWay = async (rows: Rows): Promise<Way> => (await readSettings(rows, SENDING_FORM)).way

/** The services that are connected; null, or not given, for one that is not. */
export type Services = {
  readonly accounting: Accounting | null
  readonly testAccounting: Accounting | null
  readonly smartAccounting: Accounting | null
}

/** Returns the way of a document that is no test: one that was written for the service waits for it while tests are sent. */
export const withoutTest = (way: Way): Way => (way === 'provider-test' ? 'provider' : way)

/** Returns a function that says which service is called for a way; null if it is not connected. */
export const servicesOf =
  ({ accounting = null, testAccounting = null, smartAccounting = null }: Partial<Services>) =>
  (way: Way): Accounting | null =>
    ({ provider: accounting, 'provider-test': testAccounting, smart: smartAccounting, file: FILE_ACCOUNTING })[way]

/**
 * Reads the way of sending. Returns a function that says by which service a document is sent, or null if that one is not connected. A
 * document that was written as a test goes only to the test environment.
 */
export async function servicesByWay(
  rows: Rows,
  services: Partial<Services>,
): Promise<(document: { readonly test: boolean }) => Accounting | null> {
  const way = await readWay(rows)
  const of = servicesOf(services)
  return ({ test }) => of(test ? 'provider-test' : withoutTest(way))
}

const zState = z.object({ configured: z.boolean(), test: z.boolean(), simulatedTaxOffice: z.boolean() }).partial()

/** Returns which services are connected. The server stores it at its start. */
export async function readConnected(rows: Rows): Promise<z.output<typeof zState>> {
  const row = await rows.maybe<{ value: unknown }>(sql`select value from settings where name = 'accounting-state'`)
  return zState.parse(row?.value ?? {})
}

/** Returns how many documents and delivery notes `d` fulfil a condition, with the first of them: the longest time first. */
async function documentsWith(rows: Rows, condition: Sql): Promise<{ count: number; records: RefusedRecord[] }> {
  const found = await rows.many<{ name: string; orderId: number | null; shipmentId: number | null; count: number }>(sql`
    select d.name, d."orderId", d."shipmentId", count(*) over ()::int as count from (
      select created_at, status, error_code, unclear_since, coalesce(nullif(concat_ws(' ', series, number), ''), order_id::text) as name,
        order_id as "orderId", null::bigint as "shipmentId" from accounting_documents
      union all
      select created_at, status, error_code, unclear_since, concat_ws(' ', series, number), null, shipment_id from delivery_notes
    ) d where ${condition} order by d.created_at, d.name limit ${MOST_IN_THE_WAY}`)
  return {
    count: found[0]?.count ?? 0,
    records: found.map(({ name, orderId, shipmentId }) => ({
      name,
      to: orderId === null ? `/loading/${shipmentId}` : addressOf(ordersEntity, orderId),
    })),
  }
}

/** Refuses another way while documents or delivery notes wait or may still be booked, or without the connection that it needs. */
export async function refuseSwitch(rows: Rows, after: SettingValues, before: SettingValues): Promise<Refusal | null> {
  const wayOf = (values: SettingValues): Way => z.enum(WAYS).catch('provider').parse(values['way'])
  const { test = false } = await readConnected(rows)
  return whyNoSwitch(wayOf(before), wayOf(after), {
    waiting: await documentsWith(rows, sql`d.status = any(${OPEN}::text[])`),
    mayBeBooked: (await documentsWith(rows, MAY_BE_BOOKED)).records,
    testConnected: test,
  })
}
