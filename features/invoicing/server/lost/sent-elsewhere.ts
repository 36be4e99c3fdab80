/** Finds the keys under which another server may have sent a document of an order that a restore brought here (C-101). */
import { CONFIRMED_NOT_ISSUED, QUIET_MINUTES } from '#features/orders/domain/order.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'
import type { Sendable } from '#server/integrations/accounting/accounting.ts'
import { RESTORED_ELSEWHERE } from '../unread/unread.ts'
import { readConnected, readWay, withoutTest } from '../ways/sending-way.ts'
import type { Earlier } from './ask-earlier.ts'

/** How many keys after the present one are asked for: a document that was refused once and then issued has the second one. */
const KEYS_AFTER = 4
/** The end of a key: the attempt and the content. */
const END = /-(\d+)-([0-9a-f]{16})$/

/**
 * Returns the keys that the content of a key may have: the other server may have had fewer refusals, or more. A key of an earlier version
 * has no attempt and stands alone.
 */
function keysOf(key: string): string[] {
  const attempt = END.exec(key)?.[1]
  if (attempt === undefined) return [key]
  return Array.from({ length: Number(attempt) + KEYS_AFTER }, (_, at) => key.replace(END, `-${at + 1}-$2`))
}

/**
 * Returns what another server may have sent after the backup for an order that is older than its restore here; none for any other order.
 * The calls of that server count as over some minutes after the restore. The service of the provider is asked whatever the present way is,
 * because that server may have had another one. `stored` selects the documents of the order: what a person says since the restore counts
 * where no service can be asked.
 */
export async function sentElsewhere(
  rows: Rows,
  now: string,
  { orderId, request, stored }: { readonly orderId: number; readonly request: Sendable; readonly stored: Sql },
): Promise<Earlier[]> {
  const restored = await rows.maybe<{ quiet: boolean; hadProvider: boolean; confirmed: boolean }>(sql`
    select r.at <= ${now}::timestamptz - make_interval(mins => ${QUIET_MINUTES}) as quiet, r.had_provider as "hadProvider",
      exists (select from ${stored} and d.error_code = ${CONFIRMED_NOT_ISSUED} and d.created_at >= r.at) as confirmed
    from orders o join (${RESTORED_ELSEWHERE}) r on o.created_at < r.at where o.id = ${orderId}`)
  if (restored === null) return []
  const { quiet, hadProvider, confirmed } = restored
  const present = withoutTest(await readWay(rows))
  const { configured = false } = await readConnected(rows)
  const ways = new Set([present, ...(configured || hadProvider ? (['provider'] as const) : [])])
  const errorCode = confirmed ? CONFIRMED_NOT_ISSUED : null
  const unknown = { status: 'WAITING', errorCode, quiet, mark: null, uid: null, authenticationCode: null, qrUrl: null }
  return keysOf(request.key).flatMap((key) =>
    [...ways].map((way) => ({ ...unknown, way, key, request: { ...request, key } })),
  )
}
