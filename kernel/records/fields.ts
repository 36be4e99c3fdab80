/**
 * The kinds of field of records and lists. A kind is written once for all of them: here are the schemas of its values, the unit of its
 * column and its empty value. Its SQL and its field of the data API are in server/records/kinds.ts, its input and its column of a list in
 * web/records/kinds.tsx.
 */
import { z } from 'zod'
import { zName, zText } from '#kernel/contract.ts'
import { type Day, type Moment, zDay } from '#kernel/day.ts'
import {
  type Cents,
  type Quantity,
  type Rate,
  rate,
  zCents,
  ZERO_CENTS,
  ZERO_QUANTITY,
  zQuantity,
  zRate,
  zVatRate,
} from '#kernel/money.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'

export type Kind =
  | 'id'
  | 'name'
  | 'text'
  | 'code'
  | 'email'
  | 'day'
  | 'moment'
  | 'percent'
  | 'money'
  | 'quantity'
  | 'count'
  | 'flag'
  | 'since'
  | 'choice'

export type FieldOptions = {
  /** The name of the column, if it is not the name of the field with its unit: `first_discount_bp` for `firstDiscount`. */
  readonly column?: string
  /** The key of its word, if it is not `field.<name>` of a record or `column.<name>` of a list. */
  readonly word?: string
  /** Of a record: the list shows the field. A list shows all of its columns. */
  readonly list?: true
  /** The search of a record finds the words of the field. */
  readonly search?: true
  /** Of a record: false if only programs write the field. */
  readonly form?: false
  /** Of a record: false if the data API does not have the field. */
  readonly wire?: false
  /** The code of the refusal if the text is empty; without it the text may be empty. */
  readonly required?: string
  /** The code of the refusal if the text is no e-mail address. */
  readonly wrong?: string
  /** The code of the refusal if another record has the value. The index has the name of the table and the column. */
  readonly unique?: string
  readonly sort?: true
  /** The list can be filtered by the column: a part of a text, from and to of a figure or a day, one of the choices or many. */
  readonly filter?: true | 'many'
  /** The sums of the list contain the column. */
  readonly sum?: true
  /** The texts of the choices, or of the known values of a name, are `<words>.<choice>`; of a flag, its text where it is set. */
  readonly words?: string
  /** How the table shows the column, as web/ui/table/table-columns.ts says. */
  readonly width?: number
  readonly from?: 760 | 900 | 980 | 1120 | 1360
  readonly card?: 'title' | 'end' | 'none'
  readonly align?: 'start' | 'end'
  readonly hidden?: true
}

/** A field. `V` is its value, `Q` what a filter asks for, and `Span` says whether a filter has a from and a to. */
export type Field<V = unknown, O extends FieldOptions = FieldOptions, Q = unknown, Span extends boolean = boolean> = {
  readonly kind: Kind
  /** The ending of the column's name. */
  readonly unit: '' | '_bp' | '_cents' | '_e4' | '_at'
  /** The value in answers. */
  readonly stored: z.ZodType<V, V>
  /** The value as a form and a command send it. Left out, it is the usual one. */
  readonly typed: z.ZodType<V, V | undefined>
  readonly usual: V
  readonly asked: z.ZodType<Q>
  readonly isSpan: Span
  /** The most characters of a text. */
  readonly most: number
  readonly choices: readonly string[]
  readonly options: O
}

export type Fields = Readonly<Record<string, Field>>
type None = Readonly<Record<never, never>>
type Parts<V, Q, Span> = Pick<Field<V, FieldOptions, Q>, 'kind' | 'stored' | 'usual' | 'asked'> & {
  readonly isSpan: Span
  readonly typed: z.ZodType<V, V | undefined>
} & Partial<Pick<Field, 'unit' | 'most' | 'choices'>>

const make = <V, Q, Span extends boolean, O extends FieldOptions>(
  parts: Parts<V, Q, Span>,
  options: O | undefined,
): Field<V, O, Q, Span> => ({ unit: '', most: 0, choices: [], ...parts, options: options ?? ({} as O) })

const LONGEST_EMAIL = 320
const zSpan = z.int()

const ofText = <O extends FieldOptions>(
  kind: 'name' | 'text' | 'code' | 'email',
  most: number,
  zTyped: z.ZodType<string, string>,
  options: O | undefined,
) =>
  make(
    {
      kind,
      most,
      stored: z.string(),
      // an empty text that is required is refused with the code of the record, by the form and by the server
      typed: zTyped.default(''),
      usual: '',
      asked: zName(most),
      isSpan: false,
    },
    options,
  )

/** Defines a figure: the list filters it from one value to another. */
const figure = <V extends number, O extends FieldOptions>(
  kind: 'percent' | 'money' | 'quantity' | 'count',
  unit: Field['unit'],
  stored: z.ZodType<V, number>,
  zTyped: z.ZodType<V, number>,
  usual: V,
  options: O | undefined,
) =>
  make<V, number, true, O>(
    {
      kind,
      unit,
      // the schemas of money take any whole number
      stored: stored as unknown as z.ZodType<V, V>,
      typed: zTyped.prefault(usual) as unknown as z.ZodType<V, V | undefined>,
      usual,
      asked: zSpan,
      isSpan: true,
    },
    options,
  )

/** The kinds of field, each with its options. */
export const field = {
  /** The number of a record. A filter finds those that begin with its digits. */
  id: <const O extends FieldOptions = None>(options?: O) =>
    make(
      { kind: 'id', stored: z.int(), typed: z.int().prefault(0), usual: 0, asked: zName(20), isSpan: false },
      options,
    ),
  /** A name or a code of at most `most` characters, without what no page shows. */
  name: <const O extends FieldOptions = None>(most: number, options?: O) => ofText('name', most, zName(most), options),
  text: <const O extends FieldOptions = None>(most: number, options?: O) => ofText('text', most, zText(most), options),
  /** A code, which a filter finds by its beginning. */
  code: <const O extends FieldOptions = None>(most: number, options?: O) => ofText('code', most, zName(most), options),
  email: <const O extends FieldOptions = None>(options?: O) =>
    ofText('email', LONGEST_EMAIL, zText(LONGEST_EMAIL), options),
  day: <const O extends FieldOptions = None>(options?: O) =>
    make(
      {
        kind: 'day',
        stored: zDay as z.ZodType<Day, Day>,
        typed: zDay as z.ZodType<Day, Day>,
        usual: '' as Day,
        asked: zDay,
        isSpan: true,
      },
      options,
    ),
  /** A moment that the server writes. A filter asks for days in Athens. */
  moment: <const O extends FieldOptions = None>(options?: O) =>
    make(
      {
        kind: 'moment',
        stored: z.string() as unknown as z.ZodType<Moment, Moment>,
        typed: z.string() as unknown as z.ZodType<Moment, Moment>,
        usual: '' as Moment,
        asked: zDay,
        isSpan: true,
      },
      options,
    ),
  /** A percentage from 0 to 100. */
  percent: <const O extends FieldOptions = None>(options?: O) =>
    figure<Rate, O>('percent', '_bp', zRate, zVatRate, rate(0), options),
  money: <const O extends FieldOptions = None>(options?: O) =>
    figure<Cents, O>('money', '_cents', zCents, zCents, ZERO_CENTS, options),
  quantity: <const O extends FieldOptions = None>(options?: O) =>
    figure<Quantity, O>('quantity', '_e4', zQuantity, zQuantity, ZERO_QUANTITY, options),
  /** A whole number that is not negative. */
  count: <const O extends FieldOptions = None>(options?: O) =>
    figure<number, O>('count', '', z.int(), z.int().min(0), 0, options),
  flag: <const O extends FieldOptions = None>(options?: O) =>
    make(
      {
        kind: 'flag',
        stored: z.boolean(),
        typed: z.boolean().default(false),
        usual: false,
        asked: z.boolean(),
        isSpan: false,
      },
      options,
    ),
  /** A flag that is stored as the moment since which it is set. */
  since: <const O extends FieldOptions = None>(options?: O) =>
    make(
      {
        kind: 'since',
        unit: '_at',
        stored: z.boolean(),
        typed: z.boolean().default(false),
        usual: false,
        asked: z.boolean(),
        isSpan: false,
      },
      options,
    ),
  /** One of several codes. With `filter: 'many'` a filter asks for several of them. */
  choice: <const C extends string, const O extends FieldOptions = None>(choices: readonly [C, ...C[]], options?: O) => {
    const one = z.enum(choices) as unknown as z.ZodType<C, C>
    const many = z.array(one).min(1).max(choices.length)
    type Asked = O extends { readonly filter: 'many' } ? C[] : C
    return make(
      {
        kind: 'choice',
        choices,
        stored: one,
        typed: one.prefault(choices[0]),
        usual: choices[0],
        asked: (options?.filter === 'many' ? many : one) as unknown as z.ZodType<Asked>,
        isSpan: false,
      },
      options,
    )
  },
}

/** Returns the field, which may also have no value. */
export const orNone = <V, O extends FieldOptions, Q, Span extends boolean>(
  given: Field<V, O, Q, Span>,
): Field<V | null, O, Q, Span> => ({
  ...given,
  stored: given.stored.nullable(),
  typed: given.typed.nullable().default(null),
  usual: null,
})

/** The values of fields, by their names. */
export type ValuesOf<F extends Fields> = { readonly [K in keyof F]: F[K]['usual'] }
export type InForm<F extends Fields> = {
  readonly [K in keyof F as F[K]['options'] extends { readonly form: false } ? never : K]: F[K]
}
export type InList<F extends Fields> = {
  readonly [K in keyof F as F[K]['options'] extends { readonly list: true } ? K : never]: F[K]
}

export const only = (fields: Fields, wanted: (field: Field) => boolean): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, one]) => wanted(one)))

/** Returns the fields that people write. */
export const inForm = <F extends Fields>(fields: F) =>
  only(fields, ({ options }) => options.form !== false) as InForm<F>

/** Returns why these values cannot be written: the first required text that is empty; null if there is none. */
export function whyIncomplete(fields: Fields, values: Readonly<Record<string, unknown>>): Refusal | null {
  for (const [name, { options }] of Object.entries(fields)) {
    const { required } = options
    if (required !== undefined && String(values[name]).trim() === '')
      return refusal('invalid', required, { fields: { [name]: required } })
  }
  return null
}

/** Returns the fields that the list of a record shows. */
export const inList = <F extends Fields>(fields: F) => only(fields, ({ options }) => options.list === true) as InList<F>

type Shape<F extends Fields, Part extends 'stored' | 'typed'> = { readonly [K in keyof F]: F[K][Part] }

/** Returns the schemas of fields as the shape of an object. */
export const shapeOf = <F extends Fields, Part extends 'stored' | 'typed'>(fields: F, part: Part) =>
  Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, one[part]])) as unknown as Shape<F, Part>
