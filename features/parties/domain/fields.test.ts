import { expect, test } from 'vitest'
import { inPanel } from '#kernel/records/fields.ts'
import { fieldOf, PARTY_FIELD_NAMES, PARTY_FIELDS } from './fields.ts'

test('the form asks for phones and e-mail before the other texts of the contact, and each part for texts only', () => {
  const contact = inPanel(PARTY_FIELDS, 'contact')
  expect(contact.slice(0, 3)).toEqual(['phone', 'phone2', 'email'])
  expect(contact.slice(3).filter((name) => fieldOf(name).options.input !== undefined)).toEqual([])
  expect(contact.slice(3)).toEqual(expect.arrayContaining(['representor', 'social']))
  const kinds = PARTY_FIELD_NAMES.filter((name) => fieldOf(name).options.panel).map((name) => fieldOf(name).kind)
  expect(new Set(kinds)).toEqual(new Set(['name', 'text']))
})
