import { MantineProvider } from '@mantine/core'
import { ModalsProvider } from '@mantine/modals'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { startLanguages } from '#web/i18n.ts'
import { theme } from '#web/theme.ts'
import { confirm } from './confirm.tsx'
import { Dialog, Drawer } from './Overlays.tsx'

beforeAll(startLanguages)

test.each([
  ['dialog', Dialog],
  ['drawer', Drawer],
])('Escape answers the question over a %s and leaves it open; the next Escape closes it', async (_, Overlay) => {
  const closed = vi.fn()
  render(
    <MantineProvider env="test">
      <ModalsProvider>
        <Overlay opened onClose={closed} title="Payment">
          <input aria-label="Amount" defaultValue="-12" />
        </Overlay>
      </ModalsProvider>
    </MantineProvider>,
  )
  const answer = confirm({ title: 'Is it negative?', confirmLabel: 'Record it' })
  await screen.findByRole('button', { name: 'Record it' })
  // the focus is on the page after a press beside the question
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(await answer).toBe(false)
  expect(closed).not.toHaveBeenCalled()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Record it' })).toBeNull())
  fireEvent.keyDown(screen.getByLabelText('Amount'), { key: 'Escape' })
  expect(closed).toHaveBeenCalledTimes(1)
})

/** Returns the text that describes the open dialog with this title. */
async function descriptionOf(title: string): Promise<string | undefined> {
  const dialog = await screen.findByRole('dialog', { name: title })
  return document.getElementById(dialog.getAttribute('aria-describedby') ?? '')?.textContent
}

test('a dialog is described by its question, and a form not by its whole content', async () => {
  render(
    <MantineProvider env="test" theme={theme}>
      <ModalsProvider>
        <Dialog opened onClose={() => undefined} title="Payment">
          <input aria-label="Amount" /> Ten other texts
        </Dialog>
      </ModalsProvider>
    </MantineProvider>,
  )
  expect(await descriptionOf('Payment')).toBeUndefined()
  void confirm({ title: 'Cancel order 12?', body: 'It is cancelled for good.', confirmLabel: 'Cancel order' })
  await screen.findByRole('button', { name: 'Cancel order' })
  await waitFor(async () => expect(await descriptionOf('Cancel order 12?')).toBe('It is cancelled for good.'))
})

test('a dialog that stays is closed neither by Escape nor by a press outside, and has no close button', async () => {
  const closed = vi.fn()
  render(
    <MantineProvider env="test">
      <Dialog opened stays onClose={closed} title="Your session has ended">
        <input aria-label="Password" />
      </Dialog>
    </MantineProvider>,
  )
  const password = await screen.findByLabelText('Password')
  fireEvent.keyDown(password, { key: 'Escape' })
  const outside = document.querySelector('.mantine-Modal-inner')
  expect(outside).not.toBeNull()
  if (outside) fireEvent.mouseDown(outside)
  if (outside) fireEvent.click(outside)
  expect(closed).not.toHaveBeenCalled()
  expect(screen.queryByRole('button')).toBeNull()
})
