import { describe, expect, test } from 'vitest'
import { CODE_PROBLEMS, isCnCode, shownCode, taricNumber, typedCode, whyNotCode, zCnCode } from './cn-code.ts'

describe('a code of goods', () => {
  test.each(['34060000', '3406000000', '01012100'])('may be %s', (code) => {
    expect([isCnCode(code), zCnCode.safeParse(code).success]).toEqual([true, true])
  })

  test.each(['', '3406', '340600', '340600000', '34060000000', '3406 00 00', '3406000A', '٣٤٠٦٠٠٠٠', ' 34060000'])(
    'may not be stored as “%s”',
    (code) => {
      expect([isCnCode(code), zCnCode.safeParse(code).success]).toEqual([false, false])
    },
  )

  test('may be typed with blanks and dots', () => {
    expect(['3406 00 00', '3406.00.00.90', ' 34060000 ', '3406\u00a000\u00a000', ' '].map(typedCode)).toEqual([
      '34060000',
      '3406000090',
      '34060000',
      '34060000',
      null,
    ])
  })

  test('is shown in groups, which can be typed again', () => {
    expect(['34060000', '3406000090'].map(shownCode)).toEqual(['3406 00 00', '3406 00 00 90'])
    expect(typedCode(shownCode('3406000090'))).toBe('3406000090')
  })

  test('has ten digits for the tax office: two zeros follow eight', () => {
    expect(['34060000', '3406000090'].map(taricNumber)).toEqual(['3406000000', '3406000090'])
  })

  test('is refused at its field if the loaded list does not have it now, and may be missing', () => {
    expect([null, ...CODE_PROBLEMS].map((problem) => whyNotCode('34060000', problem)?.code ?? null)).toEqual([
      null,
      null,
      'products.code-unlisted',
      'products.code-ended',
      'products.code-early',
    ])
    expect(whyNotCode('34060000', 'ended')?.details).toEqual({
      code: '3406 00 00',
      fields: { cnCode: 'products.code-ended' },
    })
  })
})
