import { expect, test } from 'vitest'
import { inPanel } from '#kernel/records/fields.ts'
import { fieldOf, PARTY_FIELD_NAMES, PARTY_FIELDS } from './fields.ts'

test('the form asks for phones and e-mail before the other texts of the contact, and each part for texts only', () => {
  expect(inPanel(PARTY_FIELDS, 'contact')).toEqual(['phone', 'phone2', 'email', 'representor', 'social'])
  expect(inPanel(PARTY_FIELDS, 'company')).toEqual(['name', 'label', 'profession'])
  const kinds = PARTY_FIELD_NAMES.filter((name) => fieldOf(name).options.panel).map((name) => fieldOf(name).kind)
  expect(new Set(kinds)).toEqual(new Set(['name', 'text']))
})
