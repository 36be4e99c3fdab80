import { describe, expect, test } from 'vitest'
import { acceptsGzip, languageOf } from './accepted.ts'

describe('the language of an answer', () => {
  test.each([
    ['a region does not matter', 'el-GR,el;q=0.9,en;q=0.8', 'gr'],
    ['letter case does not matter', 'SR-Latn-RS', 'sr'],
    ['the greatest weight wins over the first place', 'en;q=0.3, it;q=0.5, es;q=0.4', 'it'],
    ['of equal weights the first one wins', 'ru, it', 'rs'],
    ['a weight of 0 excludes a language', 'el;q=0, it;q=0.1', 'it'],
    ['a language without texts is passed over', 'fr, de;q=0.9, el;q=0.1', 'gr'],
    ['without any language of the product it is English', 'fr, de', 'eng'],
    ['every language is accepted', '*', 'eng'],
    ['every other language is accepted', '*;q=0.5, el', 'gr'],
    ['no header', undefined, 'eng'],
    ['an empty header', '', 'eng'],
    ['a header without sense', ';;q=,=,el', 'gr'],
    ['a header with other characters', '🕯️;q=x, __proto__', 'eng'],
  ])('%s', (_, header, language) => {
    expect(languageOf(header)).toBe(language)
  })
})

describe('an answer is compressed by gzip', () => {
  test.each([
    ['gzip', true],
    ['gzip, deflate, br', true],
    ['br, GZIP;q=0.8', true],
    ['*', true],
    ['gzip;q=0', false],
    ['gzip;q=0.0, *', false],
    ['*;q=0', false],
    ['identity', false],
    ['identity, gzip;q=0.5', false],
    ['br', false],
    ['nonsense;q=x', false],
    ['x-gzip-other', false],
    ['', false],
    [undefined, false],
  ])('for %s: %s', (header, compressed) => {
    expect(acceptsGzip(header)).toBe(compressed)
  })
})
