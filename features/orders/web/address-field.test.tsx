/** Tests the choice of the delivery address of an order. */
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startLanguages } from '#web/i18n.ts'
import { drawPart } from '#app/web/router/test-page.tsx'
import type { DeliveryAddress } from '../domain/fields.ts'
import { AddressField } from './AddressField.tsx'

const HARBOUR: DeliveryAddress = { address: 'Ακτή 3', postcode: '18531', city: 'Πειραιάς' }

function Field() {
  const [chosen, choose] = useState(HARBOUR)
  return <AddressField known chosen={chosen} offered={[HARBOUR]} choose={choose} />
}

beforeAll(startLanguages)
afterEach(cleanup)

test('choosing the chosen address again leaves it, and the button beside it empties it', async () => {
  await drawPart(<Field />)
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Delivery address' })
  fireEvent.click(field)
  fireEvent.click(await screen.findByRole('option', { name: 'Ακτή 3, 18531, Πειραιάς' }))
  expect(field.value).toBe('Ακτή 3, 18531, Πειραιάς')
  fireEvent.click(screen.getByLabelText('Clear'))
  expect(field.value).toBe('')
})
