import { expect, test } from 'vitest'
import { findSettings } from './find-setting.ts'

const setting = (form: string, name: string, hint: string, area: string) => ({
  form,
  setting: name,
  to: `/settings/${form}`,
  name,
  hint,
  area,
  words: name === 'ΔΟΥ' ? 'εφορία' : '',
})
const SETTINGS = [
  setting('company', 'Διεύθυνση', 'Στο επιστολόχαρτο', 'Εταιρεία'),
  setting('company', 'ΔΟΥ', 'Στο επιστολόχαρτο και στη διεύθυνση', 'Εταιρεία'),
  setting('shipping', 'Οδηγοί', 'Στον σχεδιασμό', 'Αποστολές'),
]
const names = (typed: string) => findSettings(SETTINGS, typed).map(({ name }) => name)

test.each([
  ['διευθυνση', ['Διεύθυνση', 'ΔΟΥ']],
  ['επιστολοχαρτο εταιρ', ['Διεύθυνση', 'ΔΟΥ']],
  ['ΟΔΗΓ', ['Οδηγοί']],
  ['οδηγ εταιρ', []],
  ['diefthinsi', ['Διεύθυνση', 'ΔΟΥ']],
  ['odigoi', ['Οδηγοί']],
  ['εφορια', ['ΔΟΥ']],
  ['eforia', ['ΔΟΥ']],
  ['  ', []],
])('%s finds %j', (typed, expected) => {
  expect(names(typed)).toEqual(expected)
})
