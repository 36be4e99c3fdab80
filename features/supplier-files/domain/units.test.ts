import { expect, test } from 'vitest'
import { unitKey, unitWritten } from './units.ts'

test.each([
  ['τεμ.', 'Item', 'Item'],
  ['ΤΕΜΆΧΙΑ', 'Item', 'Item'],
  ['χγρ', 'KG', 'KG'],
  ['κυβικά  μέτρα', 'CubicM', 'CubicM'],
  ['ΚΙΒ.', null, 'XBX'],
  ['κουτιά', null, 'XBX'],
  ['Βαρέλι', null, 'βαρελι'],
  ['', null, ''],
])('the unit %j of a file is %j, and is remembered as %j', (written, unit, key) => {
  expect(unitWritten(written)).toBe(unit)
  expect(unitKey(written)).toBe(key)
})
