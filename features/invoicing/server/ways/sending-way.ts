/** Finds the way by which documents are sent, and the service of that way. */
import { z } from 'zod'
import { MAY_BE_BOOKED } from '#features/orders/server/lock-orders.ts'
import type { Refusal } from '#kernel/refusal.ts'
import type { SettingValues } from '#kernel/settings/form.ts'
import { type Rows, sql } from '#server/db/database.ts'
import type { Accounting } from '#server/integrations/accounting/accounting.ts'
import { FILE_ACCOUNTING } from '#server/integrations/accounting/file-accounting.ts'
import { readSettings } from '#server/settings.ts'
import { OPEN } from '../../domain/document.ts'
import { SENDING_FORM, type Way, WAYS, whyNoSwitch } from '../../domain/ways.ts'

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

/** Refuses another way while documents or delivery notes wait or may still be booked, or without the connection that it needs. */
export async function refuseSwitch(rows: Rows, after: SettingValues, before: SettingValues): Promise<Refusal | null> {
  const wayOf = (values: SettingValues): Way => z.enum(WAYS).catch('provider').parse(values['way'])
  const { waiting, mayBeBooked } = await rows.one<{ waiting: number; mayBeBooked: boolean }>(sql`
    select ((select count(*) from accounting_documents where status = any(${OPEN}::text[]))
      + (select count(*) from delivery_notes where status = any(${OPEN}::text[])))::int as waiting,
      exists (select from accounting_documents d where ${MAY_BE_BOOKED})
        or exists (select from delivery_notes d where ${MAY_BE_BOOKED}) as "mayBeBooked"`)
  const { test = false } = await readConnected(rows)
  return whyNoSwitch(wayOf(before), wayOf(after), { waiting, mayBeBooked, testConnected: test })
}
