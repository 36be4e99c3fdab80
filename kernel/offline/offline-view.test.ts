import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineCommand, defineQuery } from '#kernel/contract.ts'
import { refusal } from '#kernel/refusal.ts'
import { historyRights } from '#kernel/rights.ts'
import { offlineView, press, readAction, readBy } from './offline-view.ts'

const parts = { right: historyRights.read, output: z.object({}) }
const add = defineCommand('shelf.add', {
  ...parts,
  input: z.strictObject({ name: z.string().trim(), photo: z.string().default('') }),
})
const clear = defineCommand('shelf.clear', { ...parts, input: z.strictObject({}) })
const show = defineCommand('shelf.show', { ...parts, input: z.strictObject({ photo: z.string() }) })
const shelf = defineQuery('shelf.goods', {
  right: historyRights.read,
  input: z.strictObject({}),
  output: z.object({ goods: z.array(z.string()), doneKeys: z.array(z.string()).optional() }),
})

const view = offlineView(shelf, ({ goods }: { goods: string[] }): readonly string[] => goods, [
  press(add, (goods, { name }, { at }) => [...goods, `${name} ${at}`], { word: 'add', forgets: ['photo'] }),
  press(clear, (): readonly string[] => []),
  press(show, (goods) => goods, { forgets: 'all' }),
])
const action = (key: string, command = 'shelf.add', input: unknown = { name: ` ${key} ` }) => ({
  key,
  command,
  input,
  name: '',
  at: '08:00',
})

test('a page shows the answer with the actions that it lacks, in their order', () => {
  expect(view.now({ goods: ['a'] }, [action('b'), action('c')])).toEqual(['a', 'b 08:00', 'c 08:00'])
  expect(view.now({ goods: ['a'] }, [action('x', 'shelf.clear', {}), action('c')])).toEqual(['c 08:00'])
})

test('an action that the answer names or that was refused, one of another page and one of an unknown form change nothing', () => {
  const refused = { ...action('d'), refusal: refusal('refused', 'shelf.full') }
  const others = [action('e', 'shelf.burn', {}), action('f', 'shelf.add', { name: 3 })]
  expect(view.now({ goods: ['a'], doneKeys: ['b'] }, [action('b'), refused, ...others])).toEqual(['a'])
})

test('what undoes earlier actions takes them out before any action is counted', () => {
  const undoing = offlineView(
    shelf,
    ({ goods }: { goods: string[] }): readonly string[] => goods,
    [press(add, (goods, { name }) => [...goods, name])],
    (answer, actions) => ({ answer: { ...answer, goods: ['before'] }, actions: actions.slice(1) }),
  )
  expect(undoing.now({ goods: ['a'], doneKeys: ['b'] }, [action('b'), action('c'), action('d')])).toEqual([
    'before',
    'd',
  ])
})

test('the device keeps an action without the fields that it forgets', () => {
  const photo = action('a', 'shelf.add', { name: 'a', photo: 'AAAA' })
  expect(view.kept(photo)).toEqual({ ...photo, input: { name: 'a', photo: undefined } })
  expect(view.kept(action('b', 'shelf.show', { photo: 'AAAA' }))).toBeNull()
  const other = action('c', 'shelf.clear', {})
  expect(view.kept(other)).toBe(other)
  const unknown = action('d', 'shelf.add', 'AAAA')
  expect(view.kept(unknown)).toBe(unknown)
})

test('a view knows its commands and the words of those that have one', () => {
  expect(view.commands).toEqual(['shelf.add', 'shelf.clear', 'shelf.show'])
  expect([view.wordOf('shelf.add'), view.wordOf('shelf.clear'), view.wordOf('shelf.burn')]).toEqual([
    'add',
    undefined,
    undefined,
  ])
})

test('a view names an action by its word and its input, unless the press has no word or the action is not one of the page', () => {
  expect(view.pressed(action('a'))).toEqual({ word: 'add', input: { name: 'a', photo: '' } })
  const others = [action('b', 'shelf.clear', {}), action('c', 'shelf.burn'), action('d', 'shelf.add', { name: 3 })]
  expect(others.map(view.pressed)).toEqual([undefined, undefined, undefined])
})

test('an action is read by the contract of its command', () => {
  expect(readAction(add, action('a'))).toEqual({ name: 'a', photo: '' })
  expect(readAction(clear, action('a'))).toBeUndefined()
  const read = readBy<string, string>([press(add, (before, { name }) => before + name)])
  expect([read('×', action('a')), read('×', action('b', 'shelf.burn'))]).toEqual(['×a', undefined])
})
