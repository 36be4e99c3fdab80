import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DataApiError } from '../answers.ts'
import { type Filter, parseFilter, printFilter } from './filter-grammar.ts'

const FIELDS = [
  'id',
  'a',
  'b',
  'name',
  'status',
  'driver',
  'date',
  'salespersons',
  'customer_id',
  'expected_delivery_date',
  'email',
  'notes',
]
const known = (name: string): string | undefined => FIELDS.find((field) => field === name.toLowerCase())
// 00:30 on the 21st in Athens
const NOW = new Date('2026-11-20T22:30:00Z')
const parse = (text: string): Filter => parseFilter(text, known, NOW)

const is = (field: string, value: string, operator: '=' | '!=' | '>' | '>=' | '<' | '<=' = '='): Filter => ({
  kind: 'compare',
  operator,
  value,
  field,
})
const both = (...parts: Filter[]): Filter => ({ kind: 'and', parts })
const either = (...parts: Filter[]): Filter => ({ kind: 'or', parts })
const oneOf = (...parts: Filter[]): Filter => ({ kind: 'xor', parts })
const not = (part: Filter): Filter => ({ kind: 'not', part })
const among = (field: string, values: string[], negated = false): Filter => ({ kind: 'in', negated, values, field })
const like = (
  match: 'like' | 'contains' | 'starts' | 'ends',
  field: string,
  value: string,
  negated = false,
): Filter => ({ kind: 'text', match, negated, value, field })
const empty = (field: string, negated = false): Filter => ({ kind: 'null', negated, field })

// biome-ignore format: one case a line
const READS: readonly (readonly [string, Filter])[] = [
  // the calls of the specifications
  ['id=5', is('id', '5')],
  ['salespersons=3', is('salespersons', '3')],
  ['status!=SHIPPED', is('status', 'SHIPPED', '!=')],
  ['status=ON SHIPPING', is('status', 'ON SHIPPING')],
  [
    '(status != DONE) and (driver = Νίκος Παπαδόπουλος)',
    both(is('status', 'DONE', '!='), is('driver', 'Νίκος Παπαδόπουλος')),
  ],
  [
    '(date>=2026-11-01T00:00:00.000Z) AND (date<=2026-11-30T23:59:59.999Z)',
    both(is('date', '2026-11-01T00:00:00.000Z', '>='), is('date', '2026-11-30T23:59:59.999Z', '<=')),
  ],
  [
    '(expected_delivery_date>=2026-11-20 10:00:00) AND (expected_delivery_date<2026-11-21) AND (status=TO-PACKAGE)',
    both(
      is('expected_delivery_date', '2026-11-20 10:00:00', '>='),
      is('expected_delivery_date', '2026-11-21', '<'),
      is('status', 'TO-PACKAGE'),
    ),
  ],

  // joining
  ['a=1 AND b=2', both(is('a', '1'), is('b', '2'))],
  ['(a=1)AND(b=2)', both(is('a', '1'), is('b', '2'))],
  ['(a=1) && (b=2) || (id=3)', either(both(is('a', '1'), is('b', '2')), is('id', '3'))],
  ['a=1&&b=2||id=3', either(both(is('a', '1'), is('b', '2')), is('id', '3'))],
  ['a=1 or b=2 and id=3', either(is('a', '1'), both(is('b', '2'), is('id', '3')))],
  ['a=1 xor b=2 or id=3', either(oneOf(is('a', '1'), is('b', '2')), is('id', '3'))],
  ['a=1 and b=2 XOR id=3', oneOf(both(is('a', '1'), is('b', '2')), is('id', '3'))],
  ['(a=1)XOR(b=2)', oneOf(is('a', '1'), is('b', '2'))],
  ['name=Plus xor Minus', is('name', 'Plus xor Minus')],
  ['date<=(NOW())', is('date', '2026-11-20T22:30:00.000Z', '<=')],
  ['(date = ( curdate( ) )) and (a=1)', both(is('date', '2026-11-21'), is('a', '1'))],
  ["date = '(NOW())'", is('date', '(NOW())')],
  ['(a=1 or b=2) and id=3', both(either(is('a', '1'), is('b', '2')), is('id', '3'))],
  ['((a=1) OR ((b=2) AND (id=3)))', either(is('a', '1'), both(is('b', '2'), is('id', '3')))],
  ['NOT (a=1)', not(is('a', '1'))],
  ['not(a=1)', not(is('a', '1'))],
  ['NOT a=1 AND b=2', both(not(is('a', '1')), is('b', '2'))],
  ['(a=1) AND NOT (b=2)', both(is('a', '1'), not(is('b', '2')))],
  ['(a=1) AND (NOT (b=2))', both(is('a', '1'), not(is('b', '2')))],
  ['NOT NOT a=1', not(not(is('a', '1')))],
  ["name='x'AND b=2", both(is('name', 'x'), is('b', '2'))],
  ['  ( a = 1 )  ', is('a', '1')],
  ['a=1\n\tAND\r\nb=2', both(is('a', '1'), is('b', '2'))],

  // operators
  ['a<>1', is('a', '1', '!=')],
  ['a>=1', is('a', '1', '>=')],
  ['a<=1', is('a', '1', '<=')],
  ['a>1', is('a', '1', '>')],
  ['a < 1', is('a', '1', '<')],
  ['a GTE 1', is('a', '1', '>=')],
  ['a lte 1', is('a', '1', '<=')],
  ['a ne 1', is('a', '1', '!=')],
  ['a EQ 1', is('a', '1')],
  ['a gt 1', is('a', '1', '>')],
  ['a lt 1', is('a', '1', '<')],
  ['NAME=x', is('name', 'x')],
  ['name IS NULL', empty('name')],
  ['name is  not   null AND a=1', both(empty('name', true), is('a', '1'))],
  ['name = NULL', empty('name')],
  ['name != null', empty('name', true)],
  ["name = 'NULL'", is('name', 'NULL')],

  // text
  ["name LIKE '%a=b%'", like('like', 'name', '%a=b%')],
  ["name like '% in %'", like('like', 'name', '% in %')],
  ['name NOT LIKE x%', like('like', 'name', 'x%', true)],
  ["name CONTAINS 'abc'", like('contains', 'name', 'abc')],
  ['name contains abc', like('contains', 'name', 'abc')],
  ['name CONTAINS"abc"', like('contains', 'name', 'abc')],
  ["name NOT CONTAINS 'a b' OR a=1", either(like('contains', 'name', 'a b', true), is('a', '1'))],
  ['name STARTS WITH Παπα', like('starts', 'name', 'Παπα')],
  ['name starts  with Παπα', like('starts', 'name', 'Παπα')],
  ["name ENDS WITH 'όπουλος'", like('ends', 'name', 'όπουλος')],
  ['name NOT ENDS WITH x', like('ends', 'name', 'x', true)],

  // lists
  ['id IN (1,2,3)', among('id', ['1', '2', '3'])],
  ['id IN(1, 2)', among('id', ['1', '2'])],
  ['id not in (1)', among('id', ['1'], true)],
  ['status IN (ON SHIPPING, SHIPPED)', among('status', ['ON SHIPPING', 'SHIPPED'])],
  [`status IN ('a,b', "c""d", 'it''s', e)`, among('status', ['a,b', 'c"d', "it's", 'e'])],
  ["name IN (O'Brien, 'O'Neil', Foo (GmbH))", among('name', ["O'Brien", "O'Neil", 'Foo (GmbH)'])],
  ["name IN ('x)', y) AND a=1", both(among('name', ['x)', 'y']), is('a', '1'))],

  // bare values
  ['name=Rock and Roll', is('name', 'Rock and Roll')],
  ['name=Rock and Roll AND status=OFFER', both(is('name', 'Rock and Roll'), is('status', 'OFFER'))],
  ['name=Black and not White', is('name', 'Black and not White')],
  ['name=Rock and (Roll) x', is('name', 'Rock and (Roll) x')],
  ['name=Johnson && Johnson', is('name', 'Johnson && Johnson')],
  ['name=Salt or status', is('name', 'Salt or status')],
  ["name=O'Brien", is('name', "O'Brien")],
  ['name=a>b<c', is('name', 'a>b<c')],
  ['name=a=b', is('name', 'a=b')],
  ['name=ΑΒΓ (ΑΕ)', is('name', 'ΑΒΓ (ΑΕ)')],
  ['(name=ΑΒΓ (ΑΕ)) AND (a=1)', both(is('name', 'ΑΒΓ (ΑΕ)'), is('a', '1'))],
  ['email=maria.p+x@example.gr', is('email', 'maria.p+x@example.gr')],
  ['name=Ανδρέας Ορ', is('name', 'Ανδρέας Ορ')],
  ['name=BRAND x', is('name', 'BRAND x')],
  ['name="ΔΙΑΣ" ΑΕ', is('name', '"ΔΙΑΣ" ΑΕ')],
  ['name=', is('name', '')],
  ['name= AND a=1', both(is('name', ''), is('a', '1'))],
  ['(name=) AND (a=1)', both(is('name', ''), is('a', '1'))],
  ['name = OR', is('name', 'OR')],
  ['name=😀 <b>&amp;</b>', is('name', '😀 <b>&amp;</b>')],
  ['name=%_\\', is('name', '%_\\')],
  ['name=x; drop table orders --', is('name', 'x; drop table orders --')],

  // quoted values
  ["name='a=1) AND (b=2'", is('name', 'a=1) AND (b=2')],
  ["(name='Tom') OR (name='Ann')", either(is('name', 'Tom'), is('name', 'Ann'))],
  ["name='O''Brien'", is('name', "O'Brien")],
  ["name='O'Brien' AND a=1", both(is('name', "O'Brien"), is('a', '1'))],
  ["name='Rock 'n' Roll'", is('name', "Rock 'n' Roll")],
  ['name="say ""hi"""', is('name', 'say "hi"')],
  ["name='' AND a=1", both(is('name', ''), is('a', '1'))],
  ["name=''''", is('name', "'")],
  ["name='  x '", is('name', '  x ')],
  ["name='Foo' Bar AND b='c'", both(is('name', "'Foo' Bar"), is('b', 'c'))],
  ['a=(5)', is('a', '5')],
]

// biome-ignore format: one case a line
const REFUSES: readonly (readonly [string, string])[] = [
  ['', 'Expected NOT'],
  ['a', 'an operator such as = or LIKE must follow. At the end.'],
  ['zzz=1', "Invalid or unparsable field in filter request: 'zzz'. At position 1"],
  ['name=Foo AND zzz=2', "'zzz'. At position 14"],
  ['(a=1) AND (zzz=2)', "field in filter request: 'zzz'"],
  ['orders.id=1', "'orders.id'"],
  ['a=1 AND', 'at the end'],
  ['name=x OR', 'at the end'],
  ['(a=1', 'at the end'],
  ['a=1)', "at position 4, near ')'"],
  ['(a=1) (b=2)', "at position 7, near '(b=2)'"],
  ['a between 1 and 2', "near 'between 1 and 2'"],
  ['id IN 1,2', 'Filter value lists must be wrapped in parentheses.'],
  ['id IN ()', 'the list of values is empty'],
  ['id IN (1,,2)', "near ',2)'"],
  ['id IN (1', 'at the end'],
  ["status IN ('a' 'b')", 'not closed by a quote and a comma'],
  ["name='abc", 'quote that opens the value is not closed'],
  ["name='a' or 'b'", 'a whole condition must follow'],
  ["name='a' b='c'", 'a whole condition must follow'],
  ['name LIKE', 'value is missing'],
  ['name CONTAINS AND a=1', 'value is missing'],
  ['a==1', "'==' is not an operator"],
  ['a=>1', "'=>' is not an operator"],
  ['name=x AND (foo)', "'foo'"],
  ['name=x AND NOT a', 'must follow'],
  ['name=\u0000', 'characters that are no text'],
  ['name=\ud800', 'characters that are no text'],
]

describe('a filter has the meaning that a person expects', () => {
  test.each(READS)('%s', (text, tree) => {
    expect(parse(text)).toEqual(tree)
  })
})

describe('an unreadable filter is refused with the place of the error', () => {
  test.each(REFUSES)('%s', (text, sentence) => {
    let caught: unknown
    try {
      parse(text)
    } catch (error) {
      caught = error
    }
    expect(caught).toBeInstanceOf(DataApiError)
    const { entry } = caught as DataApiError
    expect(entry.status_code).toBe(400)
    expect(entry.message.toLowerCase()).toContain(sentence.toLowerCase())
  })

  test('a filter has at most so many characters, conditions and levels', () => {
    expect(() => parse(`name=${'x'.repeat(3_996)}`)).toThrow('At most 4000 characters')
    expect(parse(`name=${'x'.repeat(3_995)}`).kind).toBe('compare')
    const conditions = (count: number): string => Array.from({ length: count }, () => 'a=1').join(' OR ')
    expect(parse(conditions(100)).kind).toBe('or')
    expect(() => parse(conditions(101))).toThrow('At most 100 conditions')
    expect(() => parse(`${'('.repeat(101)}a=1${')'.repeat(101)}`)).toThrow('nested')
    expect(parse(`${'('.repeat(99)}a=1${')'.repeat(99)}`)).toEqual(is('a', '1'))
  })
})

/** Returns how reading a filter ends: with a tree, 'refused', or 'bug' for any other error. */
function outcome(text: string): Filter | 'refused' | 'bug' {
  try {
    return parse(text)
  } catch (error) {
    return error instanceof DataApiError && error.entry.status_code === 400 ? 'refused' : 'bug'
  }
}

const value = fc
  .string({ unit: 'grapheme', maxLength: 30 })
  .filter((text) => !text.includes('\u0000') && text.isWellFormed())
const field = fc.constantFrom(...FIELDS)
const leaf: fc.Arbitrary<Filter> = fc.oneof(
  fc.record({
    kind: fc.constant('compare' as const),
    operator: fc.constantFrom('=', '!=', '>', '>=', '<', '<='),
    value,
    field,
  }),
  fc.record({
    kind: fc.constant('in' as const),
    negated: fc.boolean(),
    values: fc.array(value, { minLength: 1, maxLength: 4 }),
    field,
  }),
  fc.record({
    kind: fc.constant('text' as const),
    match: fc.constantFrom('like', 'contains', 'starts', 'ends'),
    negated: fc.boolean(),
    value,
    field,
  }),
  fc.record({ kind: fc.constant('null' as const), negated: fc.boolean(), field }),
)
const { tree } = fc.letrec<{ tree: Filter }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf,
    fc.record({
      kind: fc.constantFrom('and', 'or', 'xor'),
      parts: fc.array(tie('tree'), { minLength: 2, maxLength: 3 }),
    }),
    fc.record({ kind: fc.constant('not' as const), part: tie('tree') }),
  ),
}))

describe('any filter', () => {
  test('that is printed reads back as the same tree', () => {
    fc.assert(
      fc.property(tree, (one) => {
        const text = printFilter(one)
        fc.pre(text.length <= 4_000)
        expect(parse(text)).toEqual(one)
      }),
      { numRuns: 500 },
    )
  })

  test('ends in a tree or a refusal', () => {
    const words = `a|name|zzz|=|>=|(|)| AND | or | xor |(NOW())| NOT |&&|'|"| IN |IN(|,| LIKE | CONTAINS | IS |NULL| STARTS WITH |x|1| |ά|\\`
    const jumble = fc.array(fc.constantFrom(...words.split('|')), { maxLength: 40 }).map((list) => list.join(''))
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), jumble), (text) => {
        const one = outcome(text)
        expect(one).not.toBe('bug')
        expect(typeof one === 'string' ? one : parse(printFilter(one))).toEqual(one)
      }),
      { numRuns: 5_000 },
    )
  })
})
