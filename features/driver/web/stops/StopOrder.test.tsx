import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { addressStopsOf } from '#features/shipping/domain/stops/address-stops.ts'
import { startLanguages } from '#web/i18n.ts'
import type { Stop } from '../../domain/day-now.ts'
import { StopOrder } from './StopOrder.tsx'

beforeAll(startLanguages)

const stop = (id: number) => ({ id, customerId: id, name: `Ταβέρνα ${id}`, address: `Ερμού ${id}` }) as unknown as Stop

test('Escape puts a stop that the keyboard moves back, and only a second Escape closes the sheet', () => {
  const onClose = vi.fn()
  const save = vi.fn(async (_ids: number[]) => false)
  render(
    <MantineProvider env="test">
      <StopOrder stops={addressStopsOf([1, 2, 3].map(stop))} numbers={[1, 2, 3]} onClose={onClose} save={save} />
    </MantineProvider>,
  )
  const grip = screen.getByRole('button', { name: 'Ταβέρνα 1: drag' })
  const first = () => screen.getAllByRole('listitem')[0]?.textContent
  act(() => grip.focus())
  for (const key of [' ', 'ArrowDown', 'ArrowDown']) fireEvent.keyDown(grip, { key })
  expect(first()).toContain('Ταβέρνα 2')
  fireEvent.keyDown(grip, { key: 'Escape' })
  expect(first()).toContain('Ταβέρνα 1')
  expect(onClose).not.toHaveBeenCalled()
  fireEvent.keyDown(grip, { key: 'Escape' })
  expect(onClose).toHaveBeenCalledOnce()
})

test('a stop that the keyboard has picked up is saved where it was put', () => {
  const save = vi.fn(async (_ids: number[]) => false)
  render(
    <MantineProvider env="test">
      <StopOrder
        stops={addressStopsOf([1, 2, 3].map(stop))}
        numbers={[1, 2, 3]}
        onClose={() => undefined}
        save={save}
      />
    </MantineProvider>,
  )
  const grip = screen.getByRole('button', { name: 'Ταβέρνα 1: drag' })
  act(() => grip.focus())
  for (const key of [' ', 'ArrowDown', 'ArrowDown']) fireEvent.keyDown(grip, { key })
  const button = screen.getByRole('button', { name: 'Save the order' })
  act(() => button.focus())
  fireEvent.click(button)
  expect(save).toHaveBeenCalledWith([2, 3, 1])
})
