/** Tests the button that creates the tasks for what an order lacks. */
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { OrderDetail } from '#features/orders/domain/detail-contract.ts'
import { startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { drawPart, signIn } from '#app/web/router/test-page.tsx'
import CreateShortageTasks from './CreateShortageTasks.tsx'

beforeAll(startLanguages)
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const draw = async (closed: object | null) => {
  signIn({ uid: 1, first_name: 'Άννα', role: 'admin' })
  vi.stubGlobal('fetch', async () => Response.json({ closed, unstarted: 0, begun: 0 }))
  await drawPart(<CreateShortageTasks order={{ id: 12 } as OrderDetail} />)
  return screen.findByRole('button', { name: 'Create tasks for shortages' })
}
const REASON = 'Every product of this order is in stock'

test('a closed button says beside it why no tasks can be created, to be read without pointing at it', async () => {
  const button = await draw({ kind: 'refused', code: 'production.nothing-short' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  const said = screen.getAllByText(new RegExp(REASON))
  // the hidden one describes the button to screen readers
  expect(said.some((one) => one.id !== button.getAttribute('aria-describedby'))).toBe(true)
})

test('an open button says nothing', async () => {
  const button = await draw(null)
  expect(button.getAttribute('aria-disabled')).toBeNull()
  expect(screen.queryByText(new RegExp(REASON))).toBeNull()
})
