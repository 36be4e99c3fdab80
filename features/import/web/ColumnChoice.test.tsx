import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chooseLanguage, startLanguages } from '#web/i18n.ts'
import { WhichSign } from '#web/ui/upload/WhichSign.tsx'
import { refusal, Refused } from '#kernel/refusal.ts'
import type { Choice, LoadedFile } from './choice.ts'
import { ColumnChoice } from './ColumnChoice.tsx'
import { NumberQuestion } from './NumberQuestion.tsx'

beforeAll(async () => {
  await startLanguages()
  await chooseLanguage('gr')
})
afterAll(() => chooseLanguage('eng'))

test('a column of numbers with two readings shows both, chooses none by itself, and takes the answer', () => {
  const loaded = {
    file: { target: 'products', form: 'excel' },
    headings: ['Περιγραφή', 'Κόστος'],
    texts: [null, null],
    samples: [['Κερί'], ['1.250']],
    signs: [
      { comma: false, point: false, unclear: null },
      { comma: false, point: false, unclear: '1.250' },
    ],
  } as unknown as LoadedFile
  const choice: Choice = {
    columns: ['name', 'costPrice'],
    key: 'name',
    signs: [null, null],
    asWritten: false,
    words: [],
  }
  const changes: Partial<Choice>[] = []
  render(
    <MantineProvider>
      <ColumnChoice loaded={loaded} choice={choice} change={(patch) => changes.push(patch)} />
    </MantineProvider>,
  )
  const readings = screen.getAllByRole<HTMLInputElement>('radio')
  expect(readings.map((reading) => [reading.value, reading.checked])).toEqual([
    [',', false],
    ['.', false],
  ])
  expect(screen.getByText('1.250 = 1,25')).toBeTruthy()
  fireEvent.click(screen.getByText('1.250 = 1250'))
  expect(changes).toEqual([{ signs: [null, ','] }])
})

test('a refused file whose numbers have two readings asks for the decimal sign, and other refusals do not', () => {
  const chosen: string[] = []
  const page = (code: string) => (
    <MantineProvider>
      <WhichSign
        error={new Refused(refusal('refused', code, { line: 2, text: '1.500' }))}
        choose={(sign) => chosen.push(sign)}
      />
    </MantineProvider>
  )
  const { rerender } = render(page('bank-statements.file.sign'))
  fireEvent.click(screen.getByRole('button', { name: '1,5' }))
  fireEvent.click(screen.getByRole('button', { name: '1500' }))
  expect(chosen).toEqual(['.', ','])
  rerender(page('bank-statements.file.amount'))
  expect(screen.queryAllByRole('button')).toEqual([])
})

test('a number that is far above all others is asked about, and other failures only shown', () => {
  const answers: boolean[] = []
  const page = (code: string) => (
    <MantineProvider>
      <NumberQuestion
        error={new Refused(refusal('conflict', code, { number: 4_711_000, next: 4_711_001, last: 11_077 }))}
        pending={false}
        answer={(jump) => answers.push(jump)}
      />
    </MantineProvider>
  )
  const { rerender } = render(page('number-jump'))
  expect(screen.getByRole('alert').textContent).toContain('4711000')
  fireEvent.click(screen.getByRole('button', { name: 'Συνέχεια μετά το 11077' }))
  fireEvent.click(screen.getByRole('button', { name: 'Συνέχεια με 4711001' }))
  expect(answers).toEqual([false, true])
  rerender(page('import.done'))
  expect(screen.queryAllByRole('button')).toEqual([])
})

test('the texts of a column of units are shown with what they become, and an unknown one takes an answer', () => {
  const loaded = {
    file: { target: 'products', form: 'csv' },
    headings: ['Περιγραφή', 'ΜΜ'],
    samples: [['Κερί'], ['τ.μ.']],
    signs: [],
    texts: [null, ['τ.μ.', 'ΤΕΜ']],
  } as unknown as LoadedFile
  const choice: Choice = { columns: ['name', 'unit'], key: 'name', signs: [null, null], asWritten: false, words: [] }
  const changes: Partial<Choice>[] = []
  render(
    <MantineProvider>
      <ColumnChoice loaded={loaded} choice={choice} change={(patch) => changes.push(patch)} />
    </MantineProvider>,
  )
  const field = (text: string) =>
    screen.getByRole<HTMLInputElement>('combobox', { name: `Σε τι αντιστοιχεί το ${text} της στήλης ΜΜ` })
  expect(field('τ.μ.').value).toBe('')
  expect(field('ΤΕΜ').value).not.toBe('')
  fireEvent.click(field('τ.μ.'))
  fireEvent.click(screen.getAllByRole('option', { hidden: true, name: field('ΤΕΜ').value }).at(0) as HTMLElement)
  expect(changes).toEqual([{ words: [{ field: 'unit', text: 'τ.μ.', value: 'Item' }] }])
})
