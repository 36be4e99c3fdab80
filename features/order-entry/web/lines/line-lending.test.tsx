/** Tests that a line of an order lends only with a quantity, and says so where it has none (S1-STA-63). */
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { useEffect, useRef, useState } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { quantity, rate } from '#kernel/money.ts'
import { chooseLanguage, startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { drawPart, signIn } from '#app/web/router/test-page.tsx'
import { costsWith } from '../../domain/draft-costs.ts'
import { candle, draftOf } from '../../domain/draft-test-goods.ts'
import { changeLine, type OrderDraft } from '../../domain/order-draft.ts'
import { DraftLines } from './DraftLines.tsx'

let draft: OrderDraft
const NONE = rate(0)

function Lines({ start }: { start: OrderDraft }) {
  const [shown, setDraft] = useState(start)
  const entry = useRef<HTMLInputElement>(null)
  useEffect(() => {
    draft = shown
  }, [shown])
  return (
    <DraftLines
      lines={shown.lines}
      loans={shown.loans}
      costOf={costsWith(shown.loans)}
      setDraft={setDraft}
      customerId={undefined}
      discounts={{ customer: NONE, first: NONE, normal: NONE }}
      salesperson=""
      orderId={undefined}
      entry={entry}
    />
  )
}

beforeAll(async () => {
  await startLanguages()
  await chooseLanguage('eng')
})
beforeEach(() => {
  signIn({ uid: 1, role: 'admin' })
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
})
afterEach(() => {
  cleanup()
  signIn(null)
  queryClient.clear()
  vi.unstubAllGlobals()
})

const press = async () => fireEvent.click(await screen.findByRole('button', { name: /^Lend .*Ποτήρι with/ }))

test.each([
  ['nothing', null],
  ['0', quantity(0)],
])('with %s as quantity the button is closed, and a press says why and lends nothing', async (_typed, typed) => {
  await drawPart(<Lines start={changeLine(draftOf([candle, 1]), 1, { quantity: typed })} />)
  const button = await screen.findByRole('button', { name: 'Lend Ποτήρι with Κερί σε ποτήρι' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(button.title).toBe('The line has no quantity.')
  await press()
  expect(await screen.findByText('The line has no quantity.')).toBeTruthy()
  expect(draft.loans).toEqual([])
})

test('with pieces a press lends the material, and another one takes it out', async () => {
  await drawPart(<Lines start={draftOf([candle, 3])} />)
  expect((await screen.findByRole('button', { name: /^Lend / })).getAttribute('aria-disabled')).toBeNull()
  await press()
  expect(draft.loans).toMatchObject([{ productId: 31, originProductId: 7, quantity: 3_0000 }])
  await press()
  expect(draft.loans).toEqual([])
})
