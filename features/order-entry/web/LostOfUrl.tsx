import type { ReactNode } from 'react'
import { z } from 'zod'
import { customerDetail } from '#features/customers/domain/contract.ts'
import { lostItems } from '#features/laundry/domain/contract.ts'
import { productsForLines } from '#features/products/domain/contract.ts'
import { askQuery } from '#web/api.ts'
import { useSearchState } from '#web/navigation.tsx'
import { lostDraft } from '../domain/draft-lost.ts'
import type { OrderDraft } from '../domain/order-draft.ts'
import { useDraftOfUrl } from './draft-of-url.tsx'

const zIdOfAddress = z.coerce.number().int().positive().optional().catch(undefined)
const address = z.object({ lost: zIdOfAddress, item: zIdOfAddress })

/** Reads what a customer was lent and is missing too long, of one item or of all, with today's prices. */
async function readLost(customerId: number, productId: number | undefined): Promise<OrderDraft> {
  const [{ party: customer }, { items }] = await Promise.all([
    askQuery(customerDetail, { id: customerId }),
    askQuery(lostItems, { customerId, productId }),
  ])
  const { rows } = await askQuery(productsForLines, { ids: items.map((item) => item.productId) })
  const { id, name, label, phone, vat } = customer
  return lostDraft({ id, name, label, phone, vat }, items, rows)
}

/** Fills the form with the lost pieces of the customer of the URL (`/createorder?lost=12`, of one item with `&item=7`). */
export function useLostOfUrl(take: (draft: OrderDraft) => void): { waiting: boolean; box: ReactNode } {
  const [{ lost: customerId, item }, setAddress] = useSearchState(address)
  return useDraftOfUrl({
    wanted: customerId === undefined ? undefined : `${customerId} ${item ?? ''}`,
    read: () => readLost(customerId ?? 0, item),
    take: (draft) => {
      take(draft)
      setAddress({ lost: undefined, item: undefined })
    },
  })
}
