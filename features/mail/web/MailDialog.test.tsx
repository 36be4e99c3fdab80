import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Paper } from '#kernel/paper.ts'
import { startLanguages } from '#web/i18n.ts'
import { drawPart } from '#app/web/router/test-page.tsx'
import { MailDialog } from './MailDialog.tsx'

beforeAll(startLanguages)

const PAPER: Paper = {
  fileName: 'kartela.pdf',
  title: 'Καρτέλα',
  number: '5',
  company: { name: 'Kerino', lines: [] },
  facts: [],
  marks: [],
  parties: [],
  blocks: [],
  foot: { printed: '', page: '', of: '' },
}
const draft = { to: 'pelatis@kerino.test', subject: 'Καρτέλα', body: 'Αγαπητέ πελάτη' }

async function draw() {
  const close = vi.fn()
  const send = vi.fn(() => Promise.resolve())
  await drawPart(<MailDialog title="Send" draft={draft} paper={PAPER} asked={[]} send={send} close={close} />)
  return { close, send }
}

const escape = () => act(async () => void fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' }))
const write = async (text: string) =>
  fireEvent.change(await screen.findByLabelText('Message'), { target: { value: text } })

test('an unchanged mail closes without a question', async () => {
  const { close } = await draw()
  await screen.findByLabelText('Message')
  await escape()
  expect(close).toHaveBeenCalledOnce()
})

test('a changed mail closes only after the person confirms it', async () => {
  const { close } = await draw()
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
