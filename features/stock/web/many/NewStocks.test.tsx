/** Tests that the new stock of several products is typed by keyboard and sent with the stock that was shown. */
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { InputOf } from '#kernel/contract.ts'
import { quantity } from '#kernel/money.ts'
import type { Refusal } from '#kernel/refusal.ts'
import { startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { Dialog } from '#web/ui/Overlays.tsx'
import type { adjustMany } from '../../domain/many-contract.ts'
import { NewStocks } from './NewStocks.tsx'

let sent: InputOf<typeof adjustMany>[] = []
let refuses: Refusal | null = null
const saved = vi.fn<(count: number) => void>()
const readAgain = vi.fn<() => void>()
const realFetch = globalThis.fetch

beforeAll(startLanguages)
beforeEach(() => {
  sent = []
  refuses = null
  saved.mockClear()
  readAgain.mockClear()
  globalThis.fetch = async (_, request) => {
    sent.push(JSON.parse(request?.body as string) as (typeof sent)[number])
    return refuses ? Response.json({ refusal: refuses }, { status: 409 }) : Response.json({ changed: 1 })
  }
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  globalThis.fetch = realFetch
})

const product = (productId: number, name: string, stock: number, service = false) => ({
  productId,
  name,
  sku: '',
  unit: 'KG',
  stock: quantity(stock),
  promised: quantity(0),
  free: quantity(stock),
  service,
})
const ROWS = [product(1, 'Κερί', 10_0000), product(2, 'Μεταφορά', 0, true), product(3, 'Ρεσώ', 4_0000)]

const open = () =>
  render(
    <MantineProvider>
      <QueryClientProvider client={queryClient}>
        <Dialog opened onClose={() => {}} title="Adjust stock">
          <NewStocks rows={ROWS} close={() => {}} saved={saved} readAgain={readAgain} />
        </Dialog>
      </QueryClientProvider>
    </MantineProvider>,
  )
const field = (name: string) => screen.findByRole('textbox', { name })
const enter = async (name: string, text: string) => {
  fireEvent.change(await field(name), { target: { value: text } })
  fireEvent.keyDown(await field(name), { key: 'Enter' })
}

test('Enter leads from product to product, to the reason and to the button, and only differing stocks are sent', async () => {
  open()
  expect((await screen.findByRole('row', { name: /Μεταφορά/ })).textContent).toContain('has no stock')
  await enter('New stock of Κερί', '12,5')
  expect(document.activeElement).toBe(await field('New stock of Ρεσώ'))
  expect(screen.getByRole('row', { name: /Κερί/ }).textContent).toContain('+2.5')
  await enter('New stock of Ρεσώ', '4')
  expect(document.activeElement).toBe(await field('Reason for all differences'))
  expect(screen.getByRole('button', { name: /Adjust stock of 1 product/ }).getAttribute('aria-disabled')).toBe('true')
  await enter('Reason for all differences', 'απογραφή')
  const button = screen.getByRole('button', { name: 'Adjust stock of 1 product' })
  expect(document.activeElement).toBe(button)
  fireEvent.click(button)
  await waitFor(() => expect(saved).toHaveBeenCalledWith(1))
  expect(sent).toEqual([{ reason: 'απογραφή', products: [{ productId: 1, shown: 10_0000, newStock: 12_5000 }] }])
})

test('a refused save names the product, reads the stock again and keeps what was typed', async () => {
  refuses = { kind: 'conflict', code: 'stock.moved-meanwhile', details: { names: 'Ρεσώ' } }
  open()
  await enter('New stock of Ρεσώ', '7')
  await enter('Reason for all differences', 'απογραφή')
  fireEvent.click(screen.getByRole('button', { name: 'Adjust stock of 1 product' }))
  expect((await screen.findByRole('alert')).textContent).toContain('nothing was changed: Ρεσώ.')
  expect(readAgain).toHaveBeenCalledOnce()
  expect(saved).not.toHaveBeenCalled()
  expect((await field('New stock of Ρεσώ')).getAttribute('value')).toBe('7')
  // the refusal is not about what is typed from now on
  await enter('New stock of Ρεσώ', '8')
  expect(screen.queryByRole('alert')).toBeNull()
})
