import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import fc from 'fast-check'
import { useState } from 'react'
import { beforeAll, expect, test } from 'vitest'
import { dayOf } from '#kernel/day.ts'
import { LANGUAGES } from '#kernel/languages.ts'
import { parseDecimal } from '#kernel/money.ts'
import { Dates } from '#web/Dates.tsx'
import { showDay, showMoney } from '#web/format.ts'
import { chooseLanguage, startLanguages } from '#web/i18n.ts'
import { DayInput, parseWallClock } from './DayInput.tsx'
import {
  CountInput,
  type DecimalInputProps,
  LightPriceInput,
  LightQuantityInput,
  MoneyInput,
  QuantityInput,
} from './DecimalInput.tsx'

beforeAll(startLanguages)

/** Draws an input that holds its value. Returns functions to type into it and to read its value. */
function draw(Input: typeof MoneyInput | typeof DayInput, start: number | string | null = null) {
  let held: unknown = start
  const Field = Input as typeof MoneyInput
  function Page() {
    const [value, setValue] = useState(start)
    const keep = (next: number | null) => {
      held = next
      setValue(next)
    }
    return <Field label="field" value={value as number | null} onChange={keep} />
  }
  render(
    <MantineProvider>
      <Dates>
        <Page />
      </Dates>
    </MantineProvider>,
  )
  const box = screen.getByLabelText<HTMLInputElement>('field')
  const type = (text: string) => {
    fireEvent.focus(box)
    fireEvent.change(box, { target: { value: text } })
    fireEvent.blur(box)
  }
  return { box, type, held: () => held }
}

test.each([
  ['12,5', 1250],
  ['12.50', 1250],
  ['1.234,50', 123450],
  ['1,234.50', 123450],
  ['1 234,50', 123450],
  ['\u22121,5', -150],
  ['0', 0],
  ['', null],
])('an amount typed as "%s" is %s cents', (text, cents) => {
  const { type, held } = draw(MoneyInput)
  type(text)
  expect(held()).toBe(cents)
})

test('a text that is no amount shows an error and gives no value', () => {
  const { box, type, held } = draw(MoneyInput, 100)
  type('12,345')
  expect(held()).toBeNull()
  expect(box.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('This is not a number.')).toBeTruthy()
})

test('an amount has the decimal separator of the language and steps by one hundredth', async () => {
  const { box, held } = draw(MoneyInput, 1250)
  expect(box.value).toBe('12.50')
  expect(box.getAttribute('step')).toBe('0.01')
  expect(box.inputMode).toBe('decimal')
  fireEvent.keyDown(box, { key: 'ArrowUp' })
  expect(held()).toBe(1251)
  await chooseLanguage('gr')
  expect(await screen.findByDisplayValue('12,51')).toBeTruthy()
  await chooseLanguage('eng')
})

test('the light input of a table reads and steps in the same way and shows the same errors', () => {
  let held: number | null = 125_000
  render(
    <MantineProvider>
      <LightPriceInput label="price" min={0} value={held} onChange={(value) => (held = value)} />
    </MantineProvider>,
  )
  const box = screen.getByLabelText<HTMLInputElement>('price')
  expect(box.value).toBe('12.50')
  expect(box.getAttribute('step')).toBe('0.01')
  fireEvent.change(box, { target: { value: '7,99' } })
  expect(held).toBe(79_900)
  fireEvent.keyDown(box, { key: 'ArrowDown' })
  expect(held).toBe(79_800)
  fireEvent.change(box, { target: { value: '-1' } })
  fireEvent.blur(box)
  expect(held).toBeNull()
  expect(box.getAttribute('aria-invalid')).toBe('true')
  expect(document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent).toContain('0')
})

test('a quantity holds four decimals and shows only the necessary ones', () => {
  const { box, type, held } = draw(QuantityInput, 12500)
  expect(box.value).toBe('1.25')
  type('0,0001')
  expect(held()).toBe(1)
})

test.each([
  ['24/12/2026', '2026-12-24'],
  ['05/12/2026', '2026-12-05'],
  ['5.12.26', '2026-12-05'],
])('the day typed as %s is %s', (text, day) => {
  const { box, type, held } = draw(DayInput)
  type(text)
  expect(held()).toBe(day)
  expect(box.value).toBe(`${day.slice(8)}/${day.slice(5, 7)}/${day.slice(0, 4)}`)
})

test('a count keeps all its digits', () => {
  const stored = draw(CountInput, 2_192)
  expect(stored.box.value).toBe('2192')
  stored.type('40')
  expect([stored.box.value, stored.held()]).toEqual(['40', 40])
  stored.type('2,5')
  expect(stored.held()).toBeNull()
})

test('Enter closes the calendar, and a press or another character opens it again', async () => {
  const { box } = draw(DayInput)
  const isOpen = () => document.querySelector('[data-dates-dropdown] table') !== null
  fireEvent.focus(box)
  await waitFor(() => expect(isOpen()).toBe(true))
  fireEvent.change(box, { target: { value: '24/12/2026' } })
  fireEvent.keyDown(box, { key: 'Enter' })
  await waitFor(() => expect(isOpen()).toBe(false))
  fireEvent.click(box)
  await waitFor(() => expect(isOpen()).toBe(true))
  fireEvent.keyDown(box, { key: 'Enter' })
  await waitFor(() => expect(isOpen()).toBe(false))
  fireEvent.change(box, { target: { value: '2' } })
  await waitFor(() => expect(isOpen()).toBe(true))
})

test('a pasted minus of typography is refused where negative figures are, like the one of the keyboard', () => {
  const { type, held } = draw((props: DecimalInputProps) => <QuantityInput {...props} min={0} />)
  for (const text of ['\u22121', '-1']) {
    type(text)
    expect([text, held()]).toEqual([text, null])
    expect(screen.getByText('At least 0.')).toBeTruthy()
  }
  type('2')
  expect(held()).toBe(2_0000)
})

test.each(LANGUAGES)('an amount that is copied from a page in $code is read as the same amount', ({ tag }) => {
  const before = document.documentElement.lang
  document.documentElement.lang = tag
  try {
    fc.assert(
      fc.property(fc.integer({ min: -999_999_999_99, max: 999_999_999_99 }), (cents) => {
        expect(parseDecimal(showMoney(cents), 2)).toBe(cents)
      }),
    )
  } finally {
    document.documentElement.lang = before
  }
})

test.each(['31/02/2026', 'tomorrow', '5/13'])('the unreadable day %s stays in the field with an error', (text) => {
  const { box, type, held } = draw(DayInput, '2026-12-24')
  type(text)
  expect(held()).toBe('2026-12-24')
  expect(box.value).toBe(text)
  expect(box.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText(/^This is not a day/)).toBeTruthy()
  type('25/12/2026')
  expect(held()).toBe('2026-12-25')
  expect(box.value).toBe('25/12/2026')
  expect(screen.queryByText(/^This is not a day/)).toBeNull()
})

test('a short day is read, and shown in full when the person leaves the field', () => {
  const { box, type, held } = draw(DayInput)
  type('+0')
  const today = dayOf(new Date().toISOString())
  expect(held()).toBe(today)
  expect(box.value).toBe(showDay(today))
  type('')
  expect(held()).toBeNull()
})

test('a delivery time is a day with a time, midnight if no time is typed', () => {
  expect(parseWallClock('05/12/2026 9:30')).toBe('2026-12-05 09:30:00')
  expect(parseWallClock('05/12/2026')).toBe('2026-12-05 00:00:00')
  expect(parseWallClock('05/13/2026 09:30')).toBeNull()
  expect(parseWallClock('24/12/26 7:05')).toBe('2026-12-24 07:05:00')
  expect(parseWallClock('tomorrow 09:30')).toBeNull()
})

test('a field for whole pieces refuses a typed fraction in words, and keeps one that was stored', () => {
  const Whole = (props: Parameters<typeof LightQuantityInput>[0]) => <LightQuantityInput {...props} whole />
  const { box, type, held } = draw(Whole as typeof MoneyInput, 2_5000)
  type('2,5')
  expect([held(), box.getAttribute('aria-invalid')]).toEqual([2_5000, null])
  type('1,5')
  expect(held()).toBeNull()
  expect(screen.getByText('Whole pieces only.')).toHaveProperty('id', box.getAttribute('aria-describedby'))
  type('3')
  fireEvent.keyDown(box, { key: 'ArrowUp' })
  expect([held(), box.value]).toEqual([4_0000, '4'])
})

test('a field for whole pieces that may not be empty asks for at least one piece', () => {
  const Whole = (props: Parameters<typeof LightQuantityInput>[0]) => <LightQuantityInput {...props} min={1} whole />
  const { type, held } = draw(Whole as typeof MoneyInput)
  type('0')
  expect(held()).toBeNull()
  expect(screen.getByText('At least 1.')).toBeTruthy()
})

/** Runs a test in Greek, where the comma is the decimal sign. */
async function inGreek<Result>(act: () => Result | Promise<Result>): Promise<Result> {
  await chooseLanguage('gr')
  try {
    return await act()
  } finally {
    await chooseLanguage('eng')
  }
}

const choices = (): string[] => screen.queryAllByRole('button').map((button) => button.textContent ?? '')

test('with a decimal comma an amount typed as 1.500 is asked, and gives no value before a reading is chosen (C-90)', () =>
  inGreek(() => {
    const { box, type, held } = draw(MoneyInput, 1)
    type('1.500')
    expect([held(), choices()]).toEqual([null, ['1500', '1,5']])
    expect(box.hasAttribute('data-unreadable')).toBe(true)
    fireEvent.click(screen.getByRole('button', { name: '1500' }))
    expect([held(), choices(), document.activeElement]).toEqual([1500_00, [], box])
    type('1.500')
    fireEvent.click(screen.getByRole('button', { name: '1,5' }))
    expect(held()).toBe(1_50)
    fireEvent.blur(box)
    expect(box.value).toBe('1,50')
  }))

test.each([
  ['1,5', 1_5000],
  ['1.5', 1_5000],
  ['0.125', 1250],
  ['1234.500', 1234_5000],
  ['1,500', 1_5000],
  ['1.500,00', 1500_0000],
])('with a decimal comma a quantity typed as %s is %s ten-thousandths without a question', (text, value) =>
  inGreek(() => {
    const { type, held } = draw(QuantityInput)
    type(text)
    expect([held(), choices()]).toEqual([value, []])
  }),
)

test('a reading that does not fit into the field is not offered', () =>
  inGreek(() => {
    const { type, held } = draw(CountInput)
    type('1.500')
    expect([held(), choices()]).toEqual([null, ['1500']])
  }))

test('in the light input of a table the readings stand below the figure', () =>
  inGreek(() => {
    let held: number | null = null
    render(
      <MantineProvider>
        <LightQuantityInput label="quantity" value={held} onChange={(value) => (held = value)} />
      </MantineProvider>,
    )
    const box = screen.getByLabelText<HTMLInputElement>('quantity')
    fireEvent.focus(box)
    fireEvent.change(box, { target: { value: '2.250' } })
    expect([held, box.getAttribute('aria-invalid')]).toEqual([null, 'true'])
    fireEvent.click(screen.getByRole('button', { name: '2,25' }))
    expect([held, box.value, document.activeElement]).toEqual([2_2500, '2,25', box])
  }))

test('with a decimal point 1.500 is one and a half', () => {
  const { type, held } = draw(QuantityInput)
  type('1.500')
  expect([held(), choices()]).toEqual([1_5000, []])
})
