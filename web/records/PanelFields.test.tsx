/** Tests a part of a form that keeps its values itself. */
import { cleanup, fireEvent, screen } from '@testing-library/react'
import i18n from 'i18next'
import { useEffect, useState } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { emptyValues, field, filledIn, type TypedValues } from '#kernel/records/fields.ts'
import { startLanguages } from '#web/i18n.ts'
import { drawPart } from '#app/web/router/test-page.tsx'
import { inputsOf, PanelFields } from './PanelFields.tsx'

const FIELDS = {
  colour: field.text(5, { panel: 'wax' }),
  scented: field.flag({ panel: 'wax' }),
  price: field.money({ panel: 'wax' }),
  maker: field.text(50),
}
type Values = TypedValues<typeof FIELDS>

function Form({ tell }: { tell: (values: Values) => void }) {
  const [typed, setTyped] = useState<Values>(emptyValues(FIELDS))
  useEffect(() => tell(typed), [tell, typed])
  const inputs = inputsOf(typed, (name, value) => setTyped({ ...typed, [name]: value }))
  return <PanelFields fields={FIELDS} panel="wax" feature="wax" form={inputs} limited />
}

beforeAll(async () => {
  await startLanguages()
  i18n.addResourceBundle('en', 'wax', {
    field: { colour: 'Colour', scented: 'Scented', price: 'Price', maker: 'Maker' },
  })
})
afterEach(cleanup)

test('each field of the part is typed, and an emptied figure is sent as its usual value', async () => {
  let values: Values = emptyValues(FIELDS)
  const tell = (typed: Values) => {
    values = typed
  }
  await drawPart(<Form tell={tell} />)
  const colour = await screen.findByLabelText<HTMLInputElement>('Colour')
  expect([colour.maxLength, screen.queryByLabelText('Maker')]).toEqual([5, null])
  fireEvent.change(colour, { target: { value: 'white' } })
  fireEvent.click(screen.getByLabelText('Scented'))
  const price = screen.getByLabelText('Price')
  fireEvent.change(price, { target: { value: '2,50' } })
  fireEvent.blur(price)
  expect(values).toEqual({ colour: 'white', scented: true, price: 250, maker: '' })
  fireEvent.change(price, { target: { value: '' } })
  fireEvent.blur(price)
  expect([values.price, filledIn(FIELDS, values).price]).toEqual([null, 0])
})
