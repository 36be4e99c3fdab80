import { ActionIcon, Button, MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { theme } from '#web/theme.ts'

const KINDS = [
  ['button that waits', (waits: boolean) => <Button type="submit" loading={waits} aria-label="Save" />],
  ['button that is closed', (waits: boolean) => <Button type="submit" disabled={waits} aria-label="Save" />],
  ['icon button that waits', (waits: boolean) => <ActionIcon type="submit" loading={waits} aria-label="Save" />],
] as const

test.each(KINDS)('a %s keeps the focus and sends no form, until the person leaves it', (_what, button) => {
  const send = vi.fn((event: Event) => event.preventDefault())
  const draw = (waits: boolean) => (
    <MantineProvider theme={theme} env="test">
      <form onSubmit={(event) => send(event.nativeEvent)}>
        {button(waits)}
        <input aria-label="field" />
      </form>
    </MantineProvider>
  )
  const { rerender } = render(draw(false))
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
  act(() => save.focus())
  rerender(draw(true))
  expect(save.disabled).toBe(false)
  expect(save.getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(save)
  expect(send).not.toHaveBeenCalled()

  rerender(draw(false))
  expect(save.getAttribute('aria-disabled')).toBeNull()
  fireEvent.click(save)
  expect(send).toHaveBeenCalledOnce()

  rerender(draw(true))
  act(() => screen.getByLabelText('field').focus())
  expect(save.disabled).toBe(true)
  expect(save.getAttribute('aria-disabled')).toBeNull()
})
