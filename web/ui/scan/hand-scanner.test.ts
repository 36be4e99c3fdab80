import { expect, test } from 'vitest'
import { HandScanner } from './hand-scanner.ts'

/** Types keys with a pause of `gap` milliseconds and then Enter. Returns the scanned code or null. */
function typed(keys: readonly [key: string, code: string][], gap: number): readonly string[] | null {
  const scanner = new HandScanner()
  let at = 1_000
  for (const [key, code] of keys) {
    at += gap
    expect(scanner.take({ key, code, at })).toBeNull()
  }
  return scanner.take({ key: 'Enter', code: 'Enter', at: at + gap })
}

const digits = (text: string) => Array.from(text, (key): [string, string] => [key, `Digit${key}`])

test('fast keys followed by Enter are a scan', () => {
  expect(typed(digits('1204'), 8)).toEqual(['1204'])
  expect(typed(digits('5201234567890'), 40)).toEqual(['5201234567890'])
})

test('slower keys or short texts are typed by a person', () => {
  expect(typed(digits('1204'), 120)).toBeNull()
  expect(typed(digits('1204'), 60)).toBeNull()
  expect(typed(digits('12'), 8)).toBeNull()
  expect(typed([], 8)).toBeNull()
})

test('what a person typed before a scan does not belong to the code', () => {
  const scanner = new HandScanner()
  scanner.take({ key: 'Κ', code: 'KeyK', at: 0 })
  scanner.take({ key: 'ώ', code: 'KeyV', at: 200 })
  for (const [place, key] of Array.from('77001').entries())
    scanner.take({ key, code: `Digit${key}`, at: 900 + place * 10 })
  expect(scanner.length).toBe(5)
  expect(scanner.take({ key: 'Enter', code: 'Enter', at: 950 })).toEqual(['77001'])
})

test('with a Greek keyboard layout the letters are read from their keys', () => {
  const strokes: [string, string][] = [
    ['Shift', 'ShiftLeft'],
    ['Κ', 'KeyK'],
    ['Ο', 'KeyO'],
    ['Λ', 'KeyL'],
    ['-', 'Minus'],
    ['1', 'Digit1'],
  ]
  expect(typed(strokes, 8)).toEqual(['KOL-1', 'ΚΟΛ-1'])
})
