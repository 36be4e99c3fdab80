import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { Refused, refusal } from '#kernel/refusal.ts'
import { startLanguages } from '#web/i18n.ts'
import { drawPart } from '#app/web/router/test-page.tsx'
import { type AsWritten, sendAsWritten } from './as-written.ts'

const WRONG = refusal('invalid', 'parties.vat-digit', { vat: '094014202', confirm: 'asWritten' })
const words = { body: 'Look again.', confirmLabel: 'Save as written' }

let sent: AsWritten[] = []
let outcome: unknown = null
let answers: (Error | string)[] = []
const send = async (confirmed: AsWritten) => {
  sent.push(confirmed)
  const answer = answers.shift()
  if (answer instanceof Error) throw answer
  return answer
}

beforeAll(startLanguages)
beforeEach(async () => {
  sent = []
  outcome = null
  const save = () =>
    sendAsWritten(send, words).then(
      (answer) => (outcome = answer),
      (error: unknown) => (outcome = error),
    )
  await drawPart(<button onClick={() => void save()}>Save</button>)
})
afterEach(cleanup)

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

test('a wrong check digit is asked about once, and what the person confirms is sent as it is written', async () => {
  answers = [new Refused(WRONG), 'stored']
  await press('Save')
  await screen.findByText('The check digit of the VAT number 094014202 is wrong.')
  await press('Save as written')
  await waitFor(() => expect(outcome).toBe('stored'))
  expect(sent).toEqual([{}, { asWritten: true }])
})

test('a person who goes back gets the refusal for the form, and nothing is sent again', async () => {
  answers = [new Refused(WRONG)]
  await press('Save')
  await press('Back')
  await waitFor(() => expect(outcome).toMatchObject({ refusal: WRONG }))
  expect(sent).toEqual([{}])
})

test('a right number and any other refusal are not asked about', async () => {
  answers = ['stored', new Refused(refusal('invalid', 'customers.short-name'))]
  await press('Save')
  await waitFor(() => expect(outcome).toBe('stored'))
  await press('Save')
  await waitFor(() => expect(outcome).toMatchObject({ refusal: { code: 'customers.short-name' } }))
  expect(screen.queryByRole('button', { name: 'Save as written' })).toBeNull()
  expect(sent).toEqual([{}, {}])
})
