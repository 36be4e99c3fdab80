import 'fake-indexeddb/auto'
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startLanguages } from '#web/i18n.ts'
import { clearAnswerCache } from '#web/offline/answer-cache.ts'
import type { Stop } from '../../domain/day-now.ts'
import type { DeliveryActions } from '../../domain/delivery-form.ts'
import { DeliverySheet } from './DeliverySheet.tsx'

beforeAll(startLanguages)
beforeEach(clearAnswerCache)

const stop = {
  id: 12,
  customerId: 5,
  name: 'Ταβέρνα Ο Φάρος',
  address: 'Ακτή Μιαούλη 3',
  lineCount: 0,
  lines: [],
  total: 5704,
} as unknown as Stop

/** Opens the sheet. `kept` is whether the device stores the delivery. */
async function open(kept: boolean, personId = 1) {
  cleanup()
  const deliver = vi.fn(async (_made: DeliveryActions) => kept)
  const onClose = vi.fn()
  render(
    <MantineProvider env="test">
      <DeliverySheet
        personId={personId}
        orders={[stop]}
        customer={undefined}
        mayCollect
        onClose={onClose}
        deliver={deliver}
      />
    </MantineProvider>,
  )
  const recipient = await screen.findByLabelText<HTMLInputElement>('Recipient’s name')
  return { deliver, onClose, recipient }
}

const write = (box: HTMLElement, value: string) => fireEvent.change(box, { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('a draft is restored when the sheet is opened again, but not for another account', async () => {
  write((await open(true)).recipient, 'Μαρία')
  press('Note')
  write(screen.getByLabelText('Note for the office'), 'πίσω πόρτα')
  press('All: €57.04')
  const again = await open(true)
  expect(again.recipient.value).toBe('Μαρία')
  expect(screen.getByLabelText<HTMLInputElement>('Note for the office').value).toBe('πίσω πόρτα')
  expect(screen.getByText(/cash €57\.04/)).toBeTruthy()
  expect((await open(true, 2)).recipient.value).toBe('')
})

test("after a delivery only the recipient's name is stored, and it is filled in the next time", async () => {
  const { deliver, onClose, recipient } = await open(true)
  write(recipient, 'Μαρία')
  press('All: €57.04')
  press('Hand over')
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(deliver.mock.calls[0]?.[0].payment).toMatchObject({ amount: 5704 })
  expect((await open(true)).recipient.value).toBe('Μαρία')
  expect(screen.getByText(/no money/)).toBeTruthy()
})

test('the button of another amount, which its press removes, gives the focus to the amount', async () => {
  await open(true)
  press('Another amount')
  expect(document.activeElement).toBe(screen.getByLabelText(/^Amount/))
})

test('if the device cannot store the delivery, the sheet stays open with its input', async () => {
  const { deliver, onClose, recipient } = await open(false)
  write(recipient, 'Μαρία')
  press('Hand over')
  await waitFor(() => expect(deliver).toHaveBeenCalledOnce())
  expect(onClose).not.toHaveBeenCalled()
  expect(recipient.value).toBe('Μαρία')
})
