import { type ReactNode, useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { orderDetail } from '#features/orders/domain/detail-contract.ts'
import { productsForLines } from '#features/products/domain/contract.ts'
import { askQuery } from '#web/api.ts'
import { useSearchState } from '#web/navigation.tsx'
import { RefusalText } from '#web/ui/states.tsx'
import { type CopiedOrder, copyOrder } from '../domain/draft-repeat.ts'

const address = z.object({ copy: z.coerce.number().int().positive().optional().catch(undefined) })

/** Reads an order with today's data of its products. Returns a draft with its content. */
async function readCopy(id: number): Promise<CopiedOrder> {
  const { order } = await askQuery(orderDetail, { id })
  const ids = [...new Set(order.lines.map((line) => line.productId))]
  const { rows } = await askQuery(productsForLines, { ids })
  return copyOrder(order, rows)
}

/**
 * Fills the form with a copy of the order of the URL (`/createorder?copy=12`). `waiting` is true until the copy is read,
 * so that nothing is typed into a form that is replaced.
 */
export function useCopyOfUrl(take: (copied: CopiedOrder) => void): { waiting: boolean; box: ReactNode } {
  const [{ copy: id }, setAddress] = useSearchState(address)
  const [problem, setProblem] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(1)
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    if (id === undefined) return undefined
    let left = false
    readCopy(id).then(
      (copied) => {
        if (left) return
        latest.current(copied)
        setAddress({ copy: undefined })
      },
      (error: unknown) => {
        if (!left) setProblem(error)
      },
    )
    return () => {
      left = true
    }
    // The function that changes the address is new at every drawing.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [id, attempt])

  if (id === undefined) return { waiting: false, box: null }
  const again = () => {
    setProblem(null)
    setAttempt((before) => before + 1)
  }
  return { waiting: problem === null, box: problem === null ? null : <RefusalText error={problem} retry={again} /> }
}
