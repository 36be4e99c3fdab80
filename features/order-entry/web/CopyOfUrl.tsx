import type { ReactNode } from 'react'
import { z } from 'zod'
import { orderDetail } from '#features/orders/domain/detail-contract.ts'
import { productsForLines } from '#features/products/domain/contract.ts'
import { askQuery } from '#web/api.ts'
import { useSearchState } from '#web/navigation.tsx'
import { type CopiedOrder, copyOrder } from '../domain/draft-repeat.ts'
import { useDraftOfUrl } from './draft-of-url.tsx'

const address = z.object({ copy: z.coerce.number().int().positive().optional().catch(undefined) })

/** Reads an order with today's data of its products. Returns a draft with its content. Pieces that were lost once are left out. */
async function readCopy(id: number): Promise<CopiedOrder> {
  const { order: copied } = await askQuery(orderDetail, { id })
  const order = { ...copied, lines: copied.lines.filter((line) => !line.lost) }
  const ids = [...new Set(order.lines.map((line) => line.productId))]
  const { rows } = await askQuery(productsForLines, { ids })
  return copyOrder(order, rows)
}

/** Fills the form with a copy of the order of the URL (`/createorder?copy=12`). */
export function useCopyOfUrl(take: (copied: CopiedOrder) => void): { waiting: boolean; box: ReactNode } {
  const [{ copy: id }, setAddress] = useSearchState(address)
  return useDraftOfUrl({
    wanted: id?.toString(),
    read: () => readCopy(id ?? 0),
    take: (copied) => {
      take(copied)
      setAddress({ copy: undefined })
    },
  })
}
