import { expect, test } from 'vitest'
import { mayWrite, writesIn } from './writing-statements.ts'

const insert = (table: string) => ({ table, event: 'insert', columns: null })
const update = (table: string, ...columns: string[]) => ({ table, event: 'update', columns })
const remove = (table: string) => ({ table, event: 'delete', columns: null })
const any = (table: string) => [insert(table), { table, event: 'update', columns: null }, remove(table)]

test.each([
  ['INSERT INTO Tasks (name) values ($1)', [insert('tasks')]],
  ['update only public.settings set value = $1', [update('settings', 'value')]],
  ['with a as (delete\n from notes returning id) merge into tasks using a on true', [remove('notes'), ...any('tasks')]],
  ['truncate table sessions', any('sessions')],
  ['truncate sessions', any('sessions')],
])('%s may write, and says what it writes', (text, writes) => {
  expect({ may: mayWrite(text), writes: writesIn(text) }).toEqual({ may: true, writes })
})

test.each([
  [
    `update orders as o set status = $1, name = coalesce($2, 'a, b = c'), (city, zip) = (select a, b from t),
     late = o.day is distinct from $3, o.open = x = 1 from tasks where id = $4 returning id, status = 'A' as is_a`,
    ['status', 'name', 'city', 'zip', 'late', 'open'],
  ],
  ['with a as (update orders set label = $1) select from a, b where x = y', ['label']],
])('the columns of an update are those before each sign of equality: %s', (text, columns) => {
  expect(writesIn(text)).toContainEqual(update('orders', ...columns))
})

test('columns that are no words of the text are unknown', () => {
  expect(writesIn('update orders set $1 where id = 1')).toEqual([{ table: 'orders', event: 'update', columns: null }])
})

test('an insert also updates the columns that it sets after a conflict', () => {
  const text = `with a as (insert into notes (id, body) values ($1, $2) on conflict (id) do update set body = excluded.body)
    insert into files (id) values ($1) on conflict do nothing`
  expect(writesIn(text)).toEqual(expect.arrayContaining([insert('notes'), update('notes', 'body'), insert('files')]))
  expect(writesIn(text)).not.toContainEqual(update('files', 'body'))
})

test('a statement that only reads names nothing, even if a column is called after a verb', () => {
  const text = 'select updated_at, delete_reason from orders'
  expect({ may: mayWrite(text), writes: writesIn(text) }).toEqual({ may: false, writes: [] })
})
