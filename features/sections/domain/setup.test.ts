import { expect, test } from 'vitest'
import { whyNotNamed } from './setup.ts'

const OTHERS = [
  { id: 1, name: 'ΧΥΤΑ', aliases: ['XYTA', 'CHYTA'], accountName: 'xyta' },
  { id: 2, name: 'ΒΑΦΗ', aliases: [], accountName: null },
  { id: 4, name: 'ΣΦΡΑΓΙΣ', aliases: [], accountName: 'σφραγις' },
]
const named = (change: object) => ({ id: 3, name: 'ΝΕΟ', aliases: [], accountName: null, ...change })

test.each([
  ['a name of its own', {}, null],
  ['the name of another, without accents and in small letters', { name: 'βαφή' }, 'sections.name-taken'],
  ['the alias of another', { name: 'chyta' }, 'sections.name-taken'],
  ['an alias that is the name of another', { aliases: ['NEO', 'Χύτα'] }, 'sections.alias-taken'],
  ['the account name of another', { accountName: 'xyta' }, 'sections.account-taken'],
  ['the account name of another with another sigma', { accountName: 'σφραγισ' }, 'sections.account-taken'],
  ['the name of another as its account name', { accountName: 'βαφη' }, 'sections.account-taken'],
  ['the account name of another as an alias', { aliases: ['ΝΕΟΣ', 'Σφραγίς'] }, 'sections.alias-taken'],
  ['the address of a page of the tasks', { id: null, name: 'Board' }, 'sections.name-reserved'],
  ['such an address that it has already', { id: 3, name: 'Board' }, null],
  ['such an address as an alias', { aliases: ['board'] }, 'sections.name-reserved'],
  ['no account name, like another', { accountName: null }, null],
  ['its own stored names', { id: 1, name: 'ΧΥΤΑ', aliases: ['XYTA'], accountName: 'xyta' }, null],
])('a section with %s', (_title, change, code) => {
  expect(whyNotNamed(named(change), OTHERS)?.code ?? null).toBe(code)
})
