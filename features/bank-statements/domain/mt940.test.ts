import { describe, expect, test } from 'vitest'
import { MOST_STATEMENT_LINES } from './bank-line.ts'
import { isMt940, readMt940 } from './mt940.ts'

const OWN = 'GR1601101250000000012300695'
const OTHER = 'DE89370400440532013000'

/** A message with these rows between the opening and the closing balance. */
const message = (rows: readonly string[], { account = OWN, currency = 'EUR', number = '1/1' } = {}): string =>
  [
    ':20:STARTUMS',
    `:25:${account}`,
    `:28C:${number}`,
    `:60F:C261101${currency}1000,`,
    ...rows,
    `:62F:C261130${currency}1000,`,
    '-',
  ].join('\r\n')

const linesIn = (text: string) => readMt940(text).statement?.lines ?? []
const lineOf = (...rows: string[]) => linesIn(message(rows))[0]

// files of real banks, with other accounts, names and amounts
const ABN_AMRO = `ABNANL2A
940
ABNANL2A
:20:ABN AMRO BANK NV
:25:517852257
:28:19321/1
:60F:C261122EUR3236,28
:61:2611240524D9,N192NONREF
:86:GIRO   428428 KPN - DIGITENNE    BETALINGSKENM.  0000000004218865
9 FACTUUR 77
:61:2611211123D11,8N426NONREF
:86:BEA   NR:XXX1234   21.11.26/12.54 ANEMOS KATWIJK,PAS999

:62F:C261123EUR3215,48
-
ABNANL2A
940
ABNANL2A
:20:ABN AMRO BANK NV
:25:517852257
:28C:19322/1
:60M:C261123EUR3215,48
:61:2611241124C15,N426NONREF
:86:52.89.39.882                    KERAMIKA
:62M:C261124EUR3230,48
-
`
const ING = `0000 01INGBNL2AXXXX00001
0000 01INGBNL2AXXXX00001
940 00
:20:MPBZ
:25:NL69INGB0123456789EUR
:28C:000
:60F:C261122EUR0,00
:61:261122C3,68NVZ NONREF
:86:NL91ABNA0417164300 Hr S Nikolaou
ROTTERDAM Hr S Nikolaou
Factuur 4711
:62F:C261123EUR3,68
:86:D000000C000001D0,00C3,68
-XXX
`
const RABOBANK = `:940:
:20:940S261101
:25:NL44RABO0123456789
:28C:0
:60F:C261101EUR000000001000,00
:61:261101C000000000025,00N102EREF
NL91ABNA0417164300
:86:/EREF/01-11-2026 12:00 0030000987654321/ORDP//NAME/KERZEN UND SEI
FEN GMBH/REMI/Order 4711/ISDT/2026-11-01
:61:261102D000000000010,00N154NONREF
P001234567
:86:/BENM//NAME/JOHN DOE/REMI//ISDT/2026-11-02
:62F:C261108EUR000000001015,00
`
const SPARKASSE = `:20:T089413956000001
:25:50880050/0194777100888
:28C:00004/00001
:60F:D261103EUR970499,9
:61:2611041104CR15000,05NTRFNONREF//0724710290621954
:86:166?00GUTSCHRIFT?100399?20EREF+AB-2026-4711?21KREF+77?22SVWZ+Auftra
g 4711 und?23 Muster?30PBNKDEFF100?31${OTHER}?32Kerzen und?33 Seifen GmbH
:61:2611041104RCR204,88NRTINONREF
:86:079?00SAMMLER/STORNO?109800?20090405
9003
:61:2611041104RDR10,NRTINONREF
:61:2611041104DR500250,NTRFKREF+//BD7CFA74485E7E69
:86:191?00SEPA-UEBERW?100399
:62F:D261104EUR1455749,85
:64:D261104EUR1455749,85
-
`
const POSTFINANCE = `{1:F01POFICHBEXXXX0000000000}{2:O9400000}{3:}{4:
:20:2026110708285927
:25:${OWN}
:28C:999/1
:60F:C261109EUR0,
:61:2611091109C79,7FMSC01916//NONREF
20261109007602198765432000000012
:86:GIRO AUS ONLINE-SIC 80532 AUFTRAGGEBER: JANE DOE EXAMPLESTRASSE
 10 1234 XXXX MITTEILUNGEN: RECHNUNG 5
:62F:C261109EUR79,7
-}{5:}
`

describe('an MT940 file', () => {
  test.each([
    ['of two messages, with amounts without decimals and rows cut in a number', ABN_AMRO, '', [-9_00, -11_80, 15_00]],
    ['with the currency behind the account, and a text behind the closing balance', ING, 'NL69INGB0123456789', [3_68]],
    ['with parts that have names', RABOBANK, 'NL44RABO0123456789', [25_00, -10_00]],
    ['with parts that have numbers, and reversals', SPARKASSE, '', [15_000_05, -204_88, 10_00, -500_250_00]],
    ['in blocks of SWIFT', POSTFINANCE, OWN, [79_70]],
  ])('%s is read', (_, file, iban, amounts) => {
    expect(isMt940(file)).toBe(true)
    const { statement } = readMt940(file)
    expect([statement?.form, statement?.iban, statement?.lines.map(({ amount }) => amount)]).toEqual([
      'mt940',
      iban,
      amounts,
    ])
  })

  test('says who paid, from which account, and what they wrote, in each of these forms', () => {
    const [first, cut] = linesIn(SPARKASSE)
    expect(first).toEqual({
      day: '2026-11-04',
      amount: 15_000_05,
      name: 'Kerzen und Seifen GmbH',
      iban: OTHER,
      text: 'Auftrag 4711 und Muster',
      reference: '0724710290621954',
    })
    expect(cut).toMatchObject({ name: '', iban: '', text: '090405 9003', reference: '' })
    expect(linesIn(RABOBANK)).toMatchObject([
      { name: 'KERZEN UND SEIFEN GMBH', iban: 'NL91ABNA0417164300', text: 'Order 4711', reference: '' },
      { name: 'JOHN DOE', iban: '' },
    ])
    expect(linesIn(ING)).toMatchObject([
      { iban: 'NL91ABNA0417164300', text: 'NL91ABNA0417164300 Hr S Nikolaou ROTTERDAM Hr S Nikolaou Factuur 4711' },
    ])
    expect(linesIn(ABN_AMRO)[0]?.text).toContain('42188659 FACTUUR 77')
    expect(linesIn(POSTFINANCE)[0]?.reference).toBe('')
    expect(
      lineOf(':61:2611041104C5,NTRFNONREF//R-7', `:86:/CNTP/${OTHER}/COBADEFF/KERZEN GMBH/KOELN/REMI/USTD//Order 7/`),
    ).toMatchObject({ name: 'KERZEN GMBH', iban: OTHER, text: 'Order 7', reference: 'R-7' })
  })

  test.each([
    // value date and entry date, and the day that counts
    ['2611041105', '2026-11-05'],
    ['261104', '2026-11-04'],
    ['2612310102', '2027-01-02'],
    ['2701021231', '2026-12-31'],
    ['2602300302', '2026-03-02'],
    ['2611049999', '2026-11-04'],
  ])('with the dates %s counts on %s', (dates, day) => {
    expect(lineOf(`:61:${dates}C1,00NTRFNONREF`)?.day).toBe(day)
  })

  test.each([
    ['of several accounts', message([]) + message([], { account: OTHER }), { code: 'several-accounts' }],
    ['without movements', message([]), { code: 'no-lines' }],
    [
      'of another currency',
      message([], { currency: 'USD' }),
      { code: 'currency', details: { line: 4, currency: 'USD' } },
    ],
    [
      'with a movement that is none',
      message([':61:κίνηση']),
      { code: 'movement', details: { line: 5, text: 'κίνηση' } },
    ],
    [
      'with a day that does not exist',
      message([':61:260230C1,NTRF']),
      { code: 'day', details: { line: 5, text: '260230' } },
    ],
    ['with three decimals', message([':61:261104C1,005NTRF']), { code: 'amount', details: { line: 5, text: '1,005' } }],
    [
      'that was cut inside an amount',
      message([':61:2611041104C120,50NTRF']).split('0,50')[0] ?? '',
      { code: 'cut', details: { line: 4 } },
    ],
    [
      'with a message that was cut before another one',
      (message([':61:261104C1,NTRF']).split(':62F')[0] ?? '') + message([]),
      { code: 'cut', details: { line: 4 } },
    ],
    [
      'of too many movements',
      message(Array.from({ length: MOST_STATEMENT_LINES + 1 }, () => ':61:261104C1,NTRF')),
      { code: 'too-many', details: { most: MOST_STATEMENT_LINES } },
    ],
  ])('%s is refused', (_, file, problem) => {
    expect(readMt940(file).problem).toEqual(problem)
  })

  test('is told from other texts', () => {
    expect([isMt940('Date;Amount\n2026-11-01;1,00'), isMt940(':20:X\nα'), isMt940(message([]))]).toEqual([
      false,
      false,
      true,
    ])
  })
})
