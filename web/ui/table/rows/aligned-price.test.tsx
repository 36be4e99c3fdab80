import { render } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { priceDecimals } from '#kernel/money.ts'
import { chooseLanguage, startLanguages } from '#web/i18n.ts'
import { LightPriceInput } from '#web/ui/form/DecimalInput.tsx'
import { TableRows } from '#web/ui/table/rows/TableRows.tsx'
import { PriceText } from '#web/ui/texts.tsx'

beforeAll(startLanguages)
afterEach(() => chooseLanguage('eng'))

const PRICES = [5_0500, 3_2701, 12_2350]

/** Returns the text as it is drawn: with a low line in the place of each invisible digit. */
function drawnText(element: Element): string {
  const copy = element.cloneNode(true) as Element
  for (const gap of copy.querySelectorAll('[data-lacking-digits]'))
    gap.textContent = '_'.repeat(gap.getAttribute('data-lacking-digits')?.length ?? 0)
  return copy.textContent ?? ''
}

test('the prices of a column have their decimal separators at the same distance from the end', async () => {
  const decimals = priceDecimals(PRICES)
  const column = () =>
    render(PRICES.map((price) => <PriceText key={price} value={price} decimals={decimals} />)).container
  expect([...column().children].map(drawnText)).toEqual(['€5.05__', '€3.2701', '€12.235_'])
  await chooseLanguage('gr')
  const greek = [...column().children].map(drawnText)
  expect(greek.map((text) => text.replaceAll('\u00a0', ' '))).toEqual(['5,05 €__', '3,2701 €', '12,235 €_'])
})

test('the invisible digits are not part of the text, and prices with two decimals get none', () => {
  const { container } = render([
    <PriceText key="a" value={5_0500} decimals={4} />,
    <PriceText key="b" value={5_0500} decimals={priceDecimals([5_0500, 7_2000])} />,
  ])
  expect([...container.children].map(({ textContent }) => textContent)).toEqual(['€5.05', '€5.05'])
  expect(container.lastElementChild?.querySelector('[data-lacking-digits]')).toBeNull()
})

test('a list pads the prices of each column to the longest of the rows', () => {
  const rows = PRICES.map((price, index) => ({ id: index, price, list: 7_0000 }))
  const { container } = render(
    <table>
      <TableRows
        rows={rows}
        page={rows}
        before={0}
        groups={new Map()}
        columns={[
          { key: 'price', header: 'Price', kind: 'price' },
          { key: 'list', header: 'List', kind: 'price' },
        ]}
        rowKey={({ id }) => id}
        href={undefined}
        openRow={undefined}
        tickable={null}
        ticked={new Set()}
        tick={() => undefined}
        tone={undefined}
        stale={false}
      />
    </table>,
  )
  const cells = [...container.querySelectorAll('td')].map(drawnText)
  expect(cells).toEqual(['€5.05__', '€7.00', '€3.2701', '€7.00', '€12.235_', '€7.00'])
})

test.each([
  [5_0500, 'calc(2ch + 8px)'],
  [12_2350, 'calc(1ch + 8px)'],
  [3_2701, ''],
])('a price field with %s leaves room for the decimals that it lacks', (value, room) => {
  const { container } = render(<LightPriceInput label="price" value={value} decimals={4} />)
  expect(container.querySelector('input')?.style.paddingInlineEnd).toBe(room)
})
