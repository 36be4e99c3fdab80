/**
 * The kinds of field of records and lists. A kind is written once for all of them: here are the schemas of its values, the unit of its
 * column and its empty value. Its SQL and its field of the data API are in server/records/kinds.ts, its input and its column of a list in
 * web/records/kinds.tsx.
 */
import { z } from 'zod'
import { zId, zName, zText } from '#kernel/contract.ts'
import { type Day, type Moment, zDay, zWallClock } from '#kernel/day.ts'
import {
  type Cents,
  type Quantity,
  type Rate,
  rate,
  type UnitPrice,
  zCents,
  ZERO_CENTS,
  ZERO_QUANTITY,
  zPrice,
  zQuantity,
  zRate,
  zUnitPrice,
  zPercent,
} from '#kernel/money.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'
import type { FieldOptions } from './field-options.ts'

export type Kind =
  | 'id'
  | 'name'
  | 'text'
  | 'code'
  | 'email'
  | 'day'
  | 'moment'
  | 'wallClock'
  | 'percent'
  | 'money'
  | 'price'
  | 'quantity'
  | 'count'
  | 'degree'
  | 'flag'
  | 'since'
  | 'choice'
  | 'reference'
  | 'list'
  | 'object'

/** A value without the brand of its unit, as it is typed. */
type Unbranded<V> = V extends Day ? string : V extends number ? number : V

/** A field. `V` is its value, `Q` what a filter asks for, and `Span` says whether a filter has a from and a to. */
export type Field<V = unknown, O extends FieldOptions = FieldOptions, Q = unknown, Span extends boolean = boolean> = {
  readonly kind: Kind
  /** The ending of the column's name. */
  readonly unit: '' | '_bp' | '_cents' | '_e4' | '_at'
  /** The value in answers. */
  readonly stored: z.ZodType<V, V>
  /** The value as forms and programs send it. */
  readonly sent: z.ZodType<V, Unbranded<V>>
  /** The same, where it may be left out: then it is the usual one. */
  readonly typed: z.ZodType<V, Unbranded<V> | undefined>
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
  readonly sent: z.ZodType
  /** Left out, a value that is not sent is the usual one. */
  readonly typed?: z.ZodType<V, Unbranded<V> | undefined>
} & Partial<Pick<Field, 'unit' | 'most' | 'choices'>>

const make = <V, Q, Span extends boolean, O extends FieldOptions>(
  { sent, ...parts }: Parts<V, Q, Span>,
  options: O | undefined,
): Field<V, O, Q, Span> => ({
  unit: '',
  most: 0,
  choices: [],
  typed: sent.prefault(parts.usual) as unknown as z.ZodType<V, Unbranded<V> | undefined>,
  ...parts,
  sent: sent as z.ZodType<V, Unbranded<V>>,
  options: options ?? ({} as O),
})

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
      sent: zTyped,
      usual: '',
      // a filter may be longer than the value that it looks for
      asked: zName(Math.max(most, 100)),
      isSpan: false,
    },
    options,
  )

/** Defines a figure: the list filters it from one value to another. */
const figure = <V extends number, O extends FieldOptions>(
  kind: 'percent' | 'money' | 'price' | 'quantity' | 'count',
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
      sent: zTyped,
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
    make({ kind: 'id', stored: z.int(), sent: z.int(), usual: 0, asked: zName(20), isSpan: false }, options),
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
        sent: zDay,
        typed: zDay,
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
        sent: z.string(),
        typed: z.string() as unknown as z.ZodType<Moment, Moment>,
        usual: '' as Moment,
        asked: zDay,
        isSpan: true,
      },
      options,
    ),
  /** A local time in Athens, 'YYYY-MM-DD HH:mm:ss'. A day that is sent stands for its start. A filter asks for days. */
  wallClock: <const O extends FieldOptions = None>(options?: O) =>
    make<string, Day, true, O>(
      { kind: 'wallClock', unit: '_at', stored: z.string(), sent: zWallClock, usual: '', asked: zDay, isSpan: true },
      options,
    ),
  /** A percentage from 0 to 100. */
  percent: <const O extends FieldOptions = None>(options?: O) =>
    figure<Rate, O>('percent', '_bp', zRate, zPercent, rate(0), options),
  money: <const O extends FieldOptions = None>(options?: O) =>
    figure<Cents, O>('money', '_cents', zCents, zCents, ZERO_CENTS, options),
  /** A price of one unit, with four decimals. */
  price: <const O extends FieldOptions = None>(options?: O) =>
    figure<UnitPrice, O>('price', '_e4', zUnitPrice, zPrice, 0 as UnitPrice, options),
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
        sent: z.boolean(),
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
        sent: z.boolean(),
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
        sent: one,
        usual: choices[0],
        asked: (options?.filter === 'many' ? many : one) as unknown as z.ZodType<Asked>,
        isSpan: false,
      },
      options,
    )
  },
  /** A latitude or longitude, from `-most` to `most` degrees. */
  degree: <const O extends FieldOptions = None>(most: number, options?: O) =>
    make<number, number, false, O>(
      {
        kind: 'degree',
        stored: z.number(),
        sent: z.number().min(-most).max(most),
        usual: 0,
        asked: z.number(),
        isSpan: false,
      },
      options,
    ),
  /** The id of another record, or null. */
  reference: <const O extends FieldOptions = None>(options?: O) =>
    make<number | null, number, false, O>(
      {
        kind: 'reference',
        stored: z.int().nullable(),
        sent: zId.nullable(),
        usual: null,
        asked: zId,
        isSpan: false,
      },
      options,
    ),
  /** A list that is one JSON value of the row. */
  list: <T, const O extends FieldOptions = None>(items: z.ZodType<T[]>, options?: O) =>
    make<T[], never, false, O>(
      {
        kind: 'list',
        stored: items as z.ZodType<T[], T[]>,
        sent: items,
        usual: [],
        asked: z.never(),
        isSpan: false,
      },
      options,
    ),
  /** An object that is one JSON value of the row, such as an address. `none` is the value of a record without one. */
  object: <T extends object, const O extends FieldOptions = None>(shape: z.ZodType<T>, none: T, options?: O) =>
    make<T, never, false, O>(
      {
        kind: 'object',
        stored: shape as z.ZodType<T, T>,
        sent: shape,
        usual: none,
        asked: z.never(),
        isSpan: false,
      },
      options,
    ),
}

/** Returns the field with other rules of what forms and programs send. */
export const sentAs = <V, O extends FieldOptions, Q, Span extends boolean>(
  given: Field<V, O, Q, Span>,
  sent: z.ZodType<V>,
): Field<V, O, Q, Span> => ({
  ...given,
  sent: sent as z.ZodType<V, Unbranded<V>>,
  typed: sent.prefault(given.usual as never) as unknown as z.ZodType<V, Unbranded<V> | undefined>,
})

/** Returns the field, which may also have no value. */
export const orNone = <V, O extends FieldOptions, Q, Span extends boolean>(
  given: Field<V, O, Q, Span>,
): Field<V | null, O, Q, Span> => ({
  ...given,
  stored: given.stored.nullable(),
  sent: given.sent.nullable(),
  typed: given.typed.nullable().default(null),
  usual: null,
})

/** The values of fields, by their names. */
export type ValuesOf<F extends Fields> = { readonly [K in keyof F]: F[K]['usual'] }
/** The same while they are typed: a figure is null while its input is empty. */
export type TypedValues<F extends Fields> = {
  readonly [K in keyof F]: F[K]['usual'] extends number ? number | null : Unbranded<F[K]['usual']>
}
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
    if (typeof required === 'string' && String(values[name]).trim() === '')
      return refusal('invalid', required, { fields: { [name]: required } })
  }
  return null
}

/** Returns the fields that the list of a record shows. */
export const inList = <F extends Fields>(fields: F) => only(fields, ({ options }) => options.list === true) as InList<F>

/** Returns the names of the fields of a part of the form. Those with a keyboard of their own, phones and e-mail, come first. */
export const inPanel = <F extends Fields>(fields: F, panel: string): (keyof F & string)[] => {
  const isOther = (name: string) => Number(fields[name]?.options.input === undefined)
  return Object.keys(fields)
    .filter((name) => fields[name]?.options.panel === panel)
    .toSorted((one, other) => isOther(one) - isOther(other))
}

/** Returns the names of the fields that values contain. */
export const sentNames = <F extends Fields>(fields: F, values: { readonly [K in keyof F]?: unknown }) =>
  Object.keys(fields).filter((name) => values[name] !== undefined) as (keyof F & string)[]

/** Returns the values that a record has of fields. */
export const valuesIn = <F extends Fields, V extends { readonly [K in keyof F]: unknown }>(fields: F, record: V) =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, record[name]])) as {
    readonly [K in keyof F]: V[K]
  }

/** Returns what a form sends: the usual value of a field that is empty. */
export const filledIn = <F extends Fields>(fields: F, typed: TypedValues<F>) =>
  Object.fromEntries(Object.entries(fields).map(([name, { usual }]) => [name, typed[name] ?? usual])) as ValuesOf<F>

/** Returns the values of an empty form. Each form gets lists of its own. */
export const emptyValues = <F extends Fields>(fields: F) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { kind, usual }]) => [name, kind === 'list' ? [] : usual]),
  ) as ValuesOf<F>

/** Returns the names of the fields whose values are texts that people write. */
export const freeTexts = (fields: Fields): string[] =>
  Object.keys(fields).filter((name) => ['name', 'text', 'code', 'email'].includes(fields[name]?.kind ?? ''))

type Shape<F extends Fields, Part extends 'stored' | 'sent' | 'typed'> = { readonly [K in keyof F]: F[K][Part] }

/** Returns the schemas of fields as the shape of an object. */
export const shapeOf = <F extends Fields, Part extends 'stored' | 'sent' | 'typed'>(fields: F, part: Part) =>
  Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, one[part]])) as unknown as Shape<F, Part>
