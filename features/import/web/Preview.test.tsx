/** Tests what the preview asks about numbers with a wrong check digit, with a server that answers from memory. */
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startLanguages } from '#web/i18n.ts'
import { drawPart } from '#app/web/router/test-page.tsx'
import { useState } from 'react'
import type { Choice, LoadedFile } from './choice.ts'
import { Preview } from './Preview.tsx'

const file = { id: 7, target: 'customers', form: 'csv', name: 'customers.csv', lines: 2, state: 'READ' }
const loaded = {
  file,
  headings: ['Name', 'VAT'],
  samples: [[], []],
  signs: [
    { comma: false, point: false, unclear: null },
    { comma: false, point: false, unclear: null },
  ],
} as unknown as LoadedFile

/** The check digit of the second row is wrong, as the server says it, if `isWrong`. */
let isWrong = true
let sent: { asWritten?: boolean }[] = []

beforeAll(startLanguages)
beforeEach(() => {
  sent = []
  vi.stubGlobal('fetch', async (_address: string, request?: RequestInit) => {
    const input = JSON.parse(request?.body as string) as { asWritten?: boolean }
    sent.push(input)
    const refused = isWrong && input.asWritten !== true
    const details = { vat: '094014202', confirm: 'asWritten' }
    const reason = { kind: 'invalid', code: 'parties.vat-digit', details }
    const row = (line: number, no: object | null) => ({
      line,
      name: `Tavern ${line}`,
      outcome: no === null ? 'new' : 'refused',
      refusal: no,
      changes: {},
      numbers: [],
    })
    return Response.json({ rows: [row(2, null), row(3, refused ? reason : null)], next: null })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Choosing() {
  const [choice, setChoice] = useState<Choice>({
    columns: ['name', 'vat'],
    key: 'vat',
    signs: [null, null],
    asWritten: false,
    words: [],
  })
  const change = (patch: Partial<Choice>) => setChoice((before) => ({ ...before, ...patch }))
  return <Preview key={JSON.stringify(choice)} loaded={loaded} choice={choice} change={change} />
}

const question = { name: /rows whose check digit is wrong/ }

test('rows with a wrong check digit are asked about once, and imported as they are written after that', async () => {
  isWrong = true
  await drawPart(<Choosing />)
  expect(await screen.findByText('The check digit of the VAT number 094014202 is wrong.')).toBeTruthy()
  const box = await screen.findByRole<HTMLInputElement>('checkbox', question)
  await waitFor(() => expect(box.disabled).toBe(false))
  fireEvent.click(box)
  await waitFor(() => expect(sent.map(({ asWritten }) => asWritten)).toEqual([false, true]))
  await waitFor(() => expect(screen.queryByText('The check digit of the VAT number 094014202 is wrong.')).toBeNull())
  expect(screen.getByRole<HTMLInputElement>('checkbox', question).checked).toBe(true)
})

test('a file without such rows is not asked about', async () => {
  isWrong = false
  await drawPart(<Choosing />)
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(await screen.findByText('Tavern 3')).toBeTruthy()
  expect(screen.queryByRole('checkbox', question)).toBeNull()
})
