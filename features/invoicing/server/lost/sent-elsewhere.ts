/** Finds the keys under which another server may have sent a document of an order that a restore brought here (C-101). */
import { QUIET_MINUTES } from '#features/orders/domain/order.ts'
import { type Rows, sql } from '#server/db/database.ts'
import type { Sendable } from '#server/integrations/accounting/accounting.ts'
import { RESTORED_ELSEWHERE } from '../unread/unread.ts'
import { readWay, withoutTest } from '../ways/sending-way.ts'
import type { Earlier } from './ask-earlier.ts'

/** How many keys are asked for: a document that was refused once and then issued has the second one. */
const MOST_KEYS = 5
/** The end of a key: the attempt and the content. */
const END = /-(\d+)-([0-9a-f]{16})$/

/** Returns a key and those that the same content had after refusals. A key of an earlier version has none. */
function keysFrom(key: string): string[] {
  const attempt = Number(END.exec(key)?.[1])
  const keys = Array.from({ length: MOST_KEYS }, (_, more) => key.replace(END, `-${attempt + more}-$2`))
  return [...new Set(keys)]
}

/**
 * Returns what another server may have sent after the backup for an order that is older than its restore here; none for any other order.
 * The calls of that server count as over some minutes after the restore.
 */
export async function sentElsewhere(
  rows: Rows,
  now: string,
  { orderId, request }: { readonly orderId: number; readonly request: Sendable },
): Promise<Earlier[]> {
  const restored = await rows.maybe<{ quiet: boolean }>(sql`
    select r.at <= ${now}::timestamptz - make_interval(mins => ${QUIET_MINUTES}) as quiet
    from orders o join (${RESTORED_ELSEWHERE}) r on o.created_at < r.at where o.id = ${orderId}`)
  if (restored === null) return []
  const way = withoutTest(await readWay(rows))
  const unknown = { status: 'WAITING', errorCode: null, mark: null, uid: null, authenticationCode: null, qrUrl: null }
  return keysFrom(request.key).map((key) => ({ ...unknown, ...restored, way, key, request: { ...request, key } }))
}
