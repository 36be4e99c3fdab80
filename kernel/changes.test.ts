import { expect, test } from 'vitest'
import { changes } from './changes.ts'

// biome-ignore format: a table is read in columns
test.each([
  // what it shows                                       before                        after                         changes
  ['a field that differs',                               { a: 1, b: 2 },               { a: 1, b: 3 },               { b: [2, 3] }],
  ['a field that is new',                                {},                           { a: 1 },                     { a: [null, 1] }],
  ['a field that is emptied',                            { a: 1 },                     { a: null },                  { a: [1, null] }],
  ['a field that is left out stays',                     { a: 1, b: 2 },               { b: 2 },                     {}],
  ['a field that is undefined stays',                    { a: 1 },                     { a: undefined },             {}],
  ['a field that was and is nothing',                    {},                           { a: null },                  {}],
  ['an empty text is nothing',                           { a: '', b: null, c: 'x' },   { a: null, b: '', c: '' },    { c: ['x', null] }],
  ['zero and false are values',                          {},                           { a: 0, b: false },           { a: [null, 0], b: [null, false] }],
  ['a list in another order differs',                    { a: [1, 2] },                { a: [2, 1] },                { a: [[1, 2], [2, 1]] }],
  ['an object with its fields in another order is same', { a: { x: 1, y: [{ p: 1, q: 2 }] } }, { a: { y: [{ q: 2, p: 1 }], x: 1 } }, {}],
  ['an object with another value differs',               { a: { x: 1 } },              { a: { x: 2 } },              { a: [{ x: 1 }, { x: 2 }] }],
] as const)('%s', (_, before, after, changed) => {
  expect(changes(before, after)).toEqual(changed)
})
