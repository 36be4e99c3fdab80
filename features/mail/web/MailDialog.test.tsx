import { MantineProvider } from '@mantine/core'
import { ModalsProvider } from '@mantine/modals'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Paper } from '#kernel/paper.ts'
import { startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { MailDialog } from './MailDialog.tsx'

vi.mock('#web/ui/paper/PaperSheet.tsx', () => ({ PaperSheet: () => null }))
vi.mock('@tanstack/react-router', () => ({ useRouter: () => null, useBlocker: () => undefined }))

beforeAll(startLanguages)
// Text areas that grow listen to `document.fonts`, which the test page lacks.
beforeAll(() => Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true }))

const draft = { to: 'pelatis@kerino.test', subject: 'Καρτέλα', body: 'Αγαπητέ πελάτη' }

function draw() {
  const close = vi.fn()
  const send = vi.fn(() => Promise.resolve())
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <ModalsProvider>
          <MailDialog
            title="Send"
            draft={draft}
            paper={{ fileName: 'kartela.pdf' } as Paper}
            failed={null}
            retry={vi.fn()}
            send={send}
            close={close}
          />
        </ModalsProvider>
      </QueryClientProvider>
    </MantineProvider>,
  )
  return { close, send }
}

const escape = () => act(async () => void fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' }))
const write = async (text: string) =>
  fireEvent.change(await screen.findByLabelText('Message'), { target: { value: text } })

test('an unchanged mail closes without a question', async () => {
  const { close } = draw()
  await screen.findByLabelText('Message')
  await escape()
  expect(close).toHaveBeenCalledOnce()
})

test('a changed mail closes only after the person confirms it', async () => {
  const { close } = draw()
  await write('Αγαπητέ κύριε Παπαδόπουλε')
  await escape()
  expect(await screen.findByText('Discard the e-mail?')).toBeTruthy()
  // Escape answers the question with no. It neither closes the mail nor asks again.
  await escape()
  await waitFor(() => expect(screen.queryByText('Discard the e-mail?')).toBeNull())
  expect(close).not.toHaveBeenCalled()
  expect(screen.getByDisplayValue('Αγαπητέ κύριε Παπαδόπουλε')).toBeTruthy()

  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(close).toHaveBeenCalledOnce())
})
