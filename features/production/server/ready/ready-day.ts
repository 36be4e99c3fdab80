/** The earliest day on which an order can be ready. */
import { refuse } from '#kernel/refusal.ts'
import { query } from '#server/command.ts'
import { readyDayOf, type Ready, type ShownLink } from '../../domain/ready/ready-contract.ts'
import { type ReadyDay, readyDay, type ReadyLink } from '../../domain/ready/ready-day.ts'
import { readWorld, type StoredWorld } from './read-world.ts'

/** Returns a found day as pages show it, with the names of the products. */
export function shownReady({ day, chain, unknown }: ReadyDay, stored: StoredWorld['stored']): Ready {
  const shown = (link: ReadyLink): ShownLink => {
    const product = stored.get(link.productId)
    return {
      kind: link.kind,
      product: product?.name ?? String(link.productId),
      unit: product?.unit ?? 'Item',
      quantity: link.quantity,
      section: link.kind === 'step' ? link.section : null,
      from: link.kind === 'coming' ? link.from : null,
      day: link.day,
      waited: link.kind === 'step' && link.waited,
    }
  }
  return { day, chain: chain.map(shown), unknown: unknown.map(shown) }
}

export const readyDayQuery = query(readyDayOf, async ({ rows, today }, { goods, orderId = null }) => {
  const ids = [...new Set(goods.map(({ productId }) => productId))]
  const { stored, worldFor } = await readWorld(rows, ids, today, { exceptOrderId: orderId })
  for (const productId of ids) if (!stored.has(productId)) refuse('missing', 'products.missing', { productId })
  return shownReady(readyDay(goods, worldFor(goods, orderId)), stored)
})
