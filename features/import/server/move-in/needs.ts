/** Finds the records that a record of an earlier system names, such as the customer of an order. */
import { raw, type Rows, sql } from '#server/db/database.ts'
import { fromText } from '../../domain/move-in/record.ts'
import { kindNumber, MOVED_KINDS, type MovedKind } from '../../domain/move-in/kinds.ts'
import type { Staged } from './stage.ts'

type Need = { readonly kind: MovedKind; readonly key: number }

const idsIn = (value: unknown): number[] => {
  const list = fromText(value)
  return (Array.isArray(list) ? list : [value]).flatMap((one: unknown) => {
    const id = Number(typeof one === 'object' && one !== null ? (one as { id?: unknown }).id : one)
    return Number.isSafeInteger(id) && id > 0 ? [id] : []
  })
}

const of = (kind: MovedKind, ids: readonly number[]): Need[] => ids.map((key) => ({ kind, key }))

/** Returns the records that one record names. */
function needsOf({ kind, key, record }: Pick<Staged, 'kind' | 'key' | 'record'>): Need[] {
  const products = (field: string): Need[] => of('products', idsIn(record[field]))
  switch (kind) {
    case 'customers':
    case 'providers':
      return []
    case 'products':
      return of('customers', idsIn(record['customer_id']))
    case 'recipes': {
      const steps = Array.isArray(record['requirements']) ? (record['requirements'] as { materials?: unknown }[]) : []
      return [...of('products', [key]), ...steps.flatMap(({ materials }) => of('products', idsIn(materials)))]
    }
    case 'orders':
      return [...of('customers', idsIn(record['customer_id'])), ...products('products'), ...products('loans')]
    case 'payments': {
      const parties = idsIn(record['entity_id'])
      return [...of('customers', parties), ...of('providers', parties), ...of('orders', idsIn(record['order_id']))]
    }
    case 'invoices':
      return [...of('providers', idsIn(record['providerid'])), ...of('products', idsIn(record['content']))]
    case 'loans':
      return [...of('customers', idsIn(record['customer_id'])), ...of('products', idsIn(record['prd_id']))]
  }
}

const nameOf = ({ kind, key }: Need): string => `${kind} ${key}`

/** Returns the stored records of a kind whose numbers are given. */
const stagedOf = (rows: Rows, moveInId: number, kind: MovedKind, keys: readonly number[], refused: boolean) =>
  rows.many<Staged>(sql`
    select r.kind, r.key, r.name, r.record from move_in_records r
    where r.move_in_id = ${moveInId} and r.kind_no = ${kindNumber(kind)} and r.key = any(${[...keys]}::bigint[])
      and (r.outcome is not distinct from 'refused') = ${refused}`)

const byKind = (needs: readonly Need[]): Map<MovedKind, number[]> => {
  const all = new Map<MovedKind, number[]>()
  for (const [kind, own] of Map.groupBy(needs, (need) => need.kind))
    all.set(kind, [...new Set(own.map(({ key }) => key))])
  return all
}

/** Returns the records of the source that the given ones name, directly or through others, and that are not stored yet; first those to name. */
export async function missingNeeds(rows: Rows, moveInId: number, given: readonly Staged[]): Promise<Staged[]> {
  const found = new Map<string, Staged>()
  for (let level: readonly Staged[] = given; level.length > 0; ) {
    const wanted = byKind(level.flatMap(needsOf).filter((need) => !found.has(nameOf(need))))
    const next: Staged[] = []
    for (const [kind, keys] of wanted) {
      const stored = await rows.many<{ id: number }>(sql`
        select id from ${raw(kind)} where id = any(${keys}::bigint[])`)
      const there = new Set(stored.map(({ id }) => id))
      next.push(
        ...(await stagedOf(
          rows,
          moveInId,
          kind,
          keys.filter((key) => !there.has(key)),
          false,
        )),
      )
    }
    level = next.filter((one) => !found.has(nameOf(one)))
    for (const one of level) found.set(nameOf(one), one)
  }
  return [...found.values()].toSorted((one, other) => MOVED_KINDS.indexOf(one.kind) - MOVED_KINDS.indexOf(other.kind))
}

/** Returns for each record the first one that it names and that is refused. Then it must not be written, because it would belong to another. */
export async function refusedNeeds(
  rows: Rows,
  moveInId: number,
  given: readonly Staged[],
): Promise<ReadonlyMap<number, Staged>> {
  const refused = new Map<string, Staged>()
  for (const [kind, keys] of byKind(given.flatMap(needsOf)))
    for (const one of await stagedOf(rows, moveInId, kind, keys, true)) refused.set(nameOf(one), one)
  const first = new Map<number, Staged>()
  for (const one of given) {
    const need = needsOf(one).find((wanted) => refused.has(nameOf(wanted)))
    const reason = need && refused.get(nameOf(need))
    if (reason) first.set(one.key, reason)
  }
  return first
}
