import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { cents } from '#kernel/money.ts'
import { startLanguages } from '#web/i18n.ts'
import { CashSheet } from './CashSheet.tsx'
import type { DayNow } from '../../domain/day-now.ts'

beforeAll(startLanguages)

const carried = (amount: number): DayNow['cash'] => ({
  amount: cents(amount),
  payments: [{ key: '1', customerName: 'Ταβέρνα', amount: cents(amount), receiptNumber: '', waiting: false }],
  handovers: [],
  handingOver: [],
})
const sheet = (amount: number) => (
  <MantineProvider env="test">
    <CashSheet cash={carried(amount)} onClose={() => undefined} handOver={async () => true} />
  </MantineProvider>
)

test('the counted amount follows the booked one until the person types an amount', () => {
  const { rerender } = render(sheet(1000))
  const counted = screen.getByLabelText<HTMLInputElement>('Counted')
  expect(counted.value).toBe('10.00')
  rerender(sheet(1500))
  expect(counted.value).toBe('15.00')
  fireEvent.change(counted, { target: { value: '14' } })
  rerender(sheet(2000))
  expect(counted.value).toBe('14')
})
