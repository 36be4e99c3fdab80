/** The kinds of field a data API table is made of: where a field is stored, how it is shown, who may see it. */
import type { z } from 'zod'
import type { Right } from '#kernel/rights.ts'
import { raw, type Sql } from '#server/db/database.ts'

export type FieldKind = 'integer' | 'decimal' | 'text' | 'day' | 'moment' | 'wallClock' | 'boolean' | 'json'

/** One right, or several of which one is enough. */
export type NeededRight = Right | readonly Right[]

export type FieldOptions = {
  /** What the field means, for the readers of the API description. */
  readonly note?: string
  /** Without this right the field does not exist: not shown, not filtered, not sorted by. */
  readonly readRight?: NeededRight
  /** Must be sent when a record is created, and may never become null. */
  readonly required?: boolean
}

type TextOptions = FieldOptions & {
  /** Other spellings accepted in filters and records, and what each stands for: { CANCHELED: 'CANCELED' }. */
  readonly aliases?: Readonly<Record<string, string>>
  /** The values a closed list allows, for the API description; the command checks them. */
  readonly values?: readonly string[]
  /** A stored column that holds fold(text), so that CONTAINS can use its index. */
  readonly folded?: string | Sql
  /** A stored column that holds fold(text) among other texts; its index narrows CONTAINS, STARTS WITH and ENDS WITH. */
  readonly searched?: string
  /** `=`, `!=` and IN ignore case, accents and the final sigma. */
  readonly loose?: boolean
  /** With `loose`: the folded text that a value of a filter stands for, when it has other spellings in the database. */
  readonly meant?: (value: Sql) => Sql
  /** Sorts by code instead of by the Greek alphabet; for codes and statuses with an index. */
  readonly plainOrder?: boolean
  /** Most characters a record may send; 10,000 unless told. */
  readonly max?: number
}

type JsonOptions<T> = FieldOptions & {
  /** What a record may send; its output is what the command gets. */
  readonly shape?: z.ZodType<T>
  /** What the API shows of the stored value, where that differs: scaled numbers as decimals. */
  readonly show?: (stored: unknown) => unknown
  /** What the API shows, for its description. */
  readonly answers?: z.ZodType
  /** A text that is no JSON is kept as a text. */
  readonly words?: boolean
  /** What people without a right read instead: the same value with less in it. */
  readonly instead?: { readonly without: NeededRight; readonly column: Sql }
}

declare const value: unique symbol

/** A field. `T` is its value inside the product: decimals are whole numbers scaled by their places. */
export type Field<T = unknown, Writable extends boolean = boolean> = {
  readonly [value]?: T
  readonly kind: FieldKind
  readonly column: Sql
  readonly writable: Writable
  /** Decimal places of a decimal; 0 for others. */
  readonly places: number
  readonly options: TextOptions & DecimalOptions & JsonOptions<unknown>
}

type DecimalOptions = FieldOptions & {
  /** A number with more places is rounded instead of refused: prices that programs compute. */
  readonly rounded?: boolean
}

const field = <T>(kind: FieldKind, column: string | Sql, options: FieldOptions, places = 0): Field<T, true> => ({
  kind,
  column: typeof column === 'string' ? raw(column) : column,
  writable: true,
  places,
  options,
})

/** A whole number: an id, a count. */
export const integer = (column: string | Sql, options: FieldOptions = {}): Field<number, true> =>
  field('integer', column, options)

/** A decimal number stored as a whole number scaled by 10^places: `decimal('p.amount_cents', 2)`. */
export const decimal = (column: string | Sql, places: number, options: DecimalOptions = {}): Field<number, true> =>
  field('decimal', column, options, places)

export const text = (column: string | Sql, options: TextOptions = {}): Field<string, true> =>
  field('text', column, options)

/** A calendar day, 'YYYY-MM-DD'. */
export const day = (column: string | Sql, options: FieldOptions = {}): Field<string, true> =>
  field('day', column, options)

/** A moment (timestamptz), shown in UTC: '2026-11-20T18:51:00.000Z'. */
export const moment = (column: string | Sql, options: FieldOptions = {}): Field<string, true> =>
  field('moment', column, options)

/** A time on the clock of Athens (timestamp), 'YYYY-MM-DD HH:mm:ss'. */
export const wallClock = (column: string | Sql, options: FieldOptions = {}): Field<string, true> =>
  field('wallClock', column, options)

export const boolean = (column: string | Sql, options: FieldOptions = {}): Field<boolean, true> =>
  field('boolean', column, options)

/** A JSON value; records may send it as JSON text too. */
export const json = <T = unknown>(column: string | Sql, options: JsonOptions<T> = {}): Field<T, true> =>
  field('json', column, options)

/** A field the server works out itself; what a record claims of it is ignored. */
export const computed = <T>(inner: Field<T>): Field<T, false> => ({ ...inner, writable: false })

export type Fields = Readonly<Record<string, Field>>

type ValueOf<F> = F extends Field<infer T> ? T : never

/** A stored row as commands see it: every field, decimals scaled. */
export type RowOf<F extends Fields> = { readonly [K in keyof F]: ValueOf<F[K]> | null }

/** What a record sent: only the fields it named, checked by kind, decimals scaled. */
export type RecordOf<F extends Fields> = {
  readonly [K in keyof F as F[K] extends Field<unknown, true> ? K : never]?: ValueOf<F[K]> | null
}
