import { expect, test } from 'vitest'
import { mayWrite, namesWritten } from './writing-statements.ts'

test.each([
  ['INSERT INTO Tasks (name) values ($1)', ['tasks']],
  ['update only public.settings set value = $1', ['settings']],
  ['with a as (delete\n from notes returning id) merge into tasks using a on true', ['notes', 'tasks']],
  ['truncate table sessions', ['sessions']],
  ['truncate sessions', ['sessions']],
])('%s may write, and names what it writes', (text, names) => {
  expect({ may: mayWrite(text), names: namesWritten(text) }).toEqual({ may: true, names })
})

test('a statement that only reads names nothing, even if a column is called after a verb', () => {
  const text = 'select updated_at, delete_reason from orders'
  expect({ may: mayWrite(text), names: namesWritten(text) }).toEqual({ may: false, names: [] })
})
