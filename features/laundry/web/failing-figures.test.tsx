/** Tests that the page of lent items says which of its figures could not be read, and does not ask for them again and again. */
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { chooseLanguage, startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { drawPart, signIn } from '#app/web/router/test-page.tsx'
import LoansPage from './LoansPage.tsx'

const FORBIDDEN = { refusal: { kind: 'forbidden', code: 'forbidden' } }
const ZERO = { shelf: 0, laundry: 0, trucks: 0, customers: 0, writtenOff: 0, entered: 0, byHand: 0, sold: 0 }
let asked: string[] = []
let failing = ''

beforeAll(async () => {
  await startLanguages()
  await chooseLanguage('eng')
})
beforeEach(() => {
  asked = []
  queryClient.clear()
  signIn({ uid: 1, role: 'user' })
  vi.stubGlobal('fetch', async (address: string) => {
    const name = address.split('?')[0]?.replace('/app/', '') ?? ''
    asked.push(name)
    if (name === failing) return Response.json(FORBIDDEN, { status: 403 })
    if (name === 'laundry.lent-figures') return Response.json({ total: ZERO, products: [] })
    if (name === 'loans.totals') return Response.json({ total: 0, products: [] })
    if (name === 'laundry.rule') return Response.json({ lateDays: 30 })
    return new Promise(() => undefined)
  })
})
afterEach(() => {
  cleanup()
  signIn(null)
  vi.unstubAllGlobals()
  queryClient.clear()
})

test.each(['loans.totals', 'laundry.lent-figures'])(
  'if %s fails, its part says so, and the page asks no more',
  async (name) => {
    failing = name
    await drawPart(<LoansPage />)
    if (name === 'loans.totals') fireEvent.click(await screen.findByRole('tab', { name: 'Charts' }))
    const alert = await screen.findByRole('alert')
    expect(within(alert).getByText('You don’t have access to this.')).toBeTruthy()
    expect(screen.getByRole('tab', { name: 'At customers since' })).toBeTruthy()
    const before = asked.length
    await act(() => new Promise((resolve) => setTimeout(resolve, 500)))
    expect(asked.slice(before)).toEqual([])
    expect(asked.filter((one) => one === name).length).toBeLessThan(4)
  },
)
