import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decimalSign } from '#web/format.ts'
import { chooseLanguage, startLanguages } from '#web/i18n.ts'
import { readAmount, type TypedAmount } from '../../domain/typed-amount.ts'
import { FigureBox } from './FigureBox.tsx'

beforeAll(async () => {
  await startLanguages()
  await chooseLanguage('gr')
})
afterAll(() => chooseLanguage('eng'))

test('a quantity times a price with two readings is asked, and nothing is taken before one is chosen (C-90)', () => {
  const taken: TypedAmount[] = []
  function Page() {
    const [unread, setUnread] = useState<string>()
    const take = (text: string): boolean => {
      const read = readAmount(text, decimalSign())
      setUnread(read === null ? text : undefined)
      if (read) taken.push(read)
      return read !== null
    }
    return (
      <FigureBox
        label="quantity"
        shown="1"
        unread={unread}
        problem="Not a number"
        take={take}
        onKeyDown={() => {}}
        data-figure="quantity-1"
      />
    )
  }
  render(<Page />)
  const box = screen.getByLabelText<HTMLInputElement>('quantity')
  fireEvent.change(box, { target: { value: '1.500*2,40' } })
  expect(taken).toEqual([])
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['1500*2,40', '1,5*2,40'])
  fireEvent.click(screen.getByRole('button', { name: '1500*2,40' }))
  expect([taken, document.activeElement]).toEqual([[{ quantity: 1500_0000, price: 2_4000 }], box])
  expect(screen.queryAllByRole('button')).toEqual([])
})
