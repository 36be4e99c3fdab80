import { expect, test } from 'vitest'
import { fieldOf, PARTY_FIELD_NAMES, textsOf } from './fields.ts'

test('the form asks for phones and e-mail before the other texts of the contact, and each part for texts only', () => {
  expect(textsOf('contact')).toEqual(['phone', 'phone2', 'email', 'representor', 'social'])
  expect(textsOf('company')).toEqual(['name', 'label', 'profession'])
  for (const name of PARTY_FIELD_NAMES)
    if (fieldOf(name).panel) expect([name, fieldOf(name).kind]).toEqual([name, 'text'])
})

test('no two fields have one name at the data API or one column', () => {
  const names = PARTY_FIELD_NAMES.map((name) => fieldOf(name).api || name)
  expect(new Set(names).size).toBe(names.length)
  const columns = PARTY_FIELD_NAMES.flatMap((name) => fieldOf(name).column ?? [])
  expect(new Set(columns).size).toBe(columns.length)
})
