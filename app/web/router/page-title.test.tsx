import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useTabName, useTabTitle } from '#web/page-title.ts'

function Frame({ order }: { order: string | null }) {
  useTabTitle('Orders')
  return order === null ? null : <OrderPage name={order} />
}

function OrderPage({ name }: { name: string }) {
  useTabName(name)
  return null
}

test('the tab has the name of the shown record, and the name of the list once the record is left', () => {
  const { rerender } = render(<Frame order="Order 12 · Taverna" />)
  expect(document.title).toBe('Order 12 · Taverna · Kerino')
  rerender(<Frame order="Order 13 · Bakery" />)
  expect(document.title).toBe('Order 13 · Bakery · Kerino')
  rerender(<Frame order={null} />)
  expect(document.title).toBe('Orders · Kerino')
})
