/** The kinds of field of a data API table. A field has a column, a form in which it is shown, and needed rights. */
import type { z } from 'zod'
import type { Right } from '#kernel/rights.ts'
import { raw, type Rows, type Sql } from '#server/db/database.ts'

export type FieldKind = 'integer' | 'decimal' | 'text' | 'day' | 'moment' | 'wallClock' | 'boolean' | 'json'

/** One right, or several rights of which one is enough. */
export type NeededRight = Right | readonly Right[]

export type FieldOptions = {
  /** Describes the field in the API description. */
  readonly note?: string
  /** People without this right do not see the field, and cannot filter or sort by it. */
  readonly readRight?: NeededRight
  /** A new record must contain the field, and it may never become null. */
  readonly required?: boolean
}

type TextOptions = FieldOptions & {
  /** Other spellings accepted in filters and records, with the stored value of each: { CANCHELED: 'CANCELED' }. */
  readonly aliases?: Readonly<Record<string, string>>
  /** The allowed values, for the API description. The command checks them. */
  readonly values?: readonly string[]
  /** A stored column with fold(text), so that CONTAINS can use its index. */
  readonly folded?: string | Sql
  /**
   * Returns conditions that indexes find and that hold for all records whose text contains another, whatever accents and case.
   * They narrow CONTAINS, STARTS WITH and ENDS WITH.
   */
  readonly searched?: (rows: Rows, text: string) => Promise<readonly Sql[]>
  /** `=`, `!=` and IN ignore case, accents and the final sigma. */
  readonly ignoresCase?: boolean
  /** Returns the folded text for a filter value that has other spellings in the database. Used with `ignoresCase`. */
  readonly foldedValue?: (value: Sql) => Sql
  /** Sorts by character code instead of the Greek alphabet; for codes and statuses with an index. */
  readonly plainOrder?: boolean
  /** The most characters that a record may send; 10,000 if unset. */
  readonly max?: number
}

type JsonOptions<T> = FieldOptions & {
  /** Checks what a record sends; its output goes to the command. */
  readonly shape?: z.ZodType<T>
  /** Returns what the API shows of the stored value, where that differs: scaled numbers become decimals. */
  readonly show?: (stored: unknown) => unknown
  /** Describes what the API shows, for the API description. */
  readonly answers?: z.ZodType
  /** Accepts a text that is no JSON, and stores it as a text. */
  readonly allowsText?: boolean
  /** People who lack the right `without` read this column instead; it contains less of the value. */
  readonly instead?: { readonly without: NeededRight; readonly column: Sql }
}

declare const value: unique symbol

/** A field. `T` is the type of its value inside the product: decimals are scaled whole numbers. */
export type Field<T = unknown, Writable extends boolean = boolean> = {
  readonly [value]?: T
  readonly kind: FieldKind
  readonly column: Sql
  readonly writable: Writable
  /** The decimal places of a decimal field; 0 for others. */
  readonly places: number
  readonly options: TextOptions & DecimalOptions & JsonOptions<unknown>
}

type DecimalOptions = FieldOptions & {
  /** Rounds a number with more places instead of refusing it; for prices that programs compute. */
  readonly rounded?: boolean
}

const field = <T>(kind: FieldKind, column: string | Sql, options: FieldOptions, places = 0): Field<T, true> => ({
  kind,
  column: typeof column === 'string' ? raw(column) : column,
  writable: true,
  places,
  options,
})

/** Defines a whole number: an id or a count. */
export const integer = (column: string | Sql, options: FieldOptions = {}): Field<number, true> =>
  field('integer', column, options)

/** Defines a decimal that is stored as a whole number scaled by 10^places: `decimal('p.amount_cents', 2)`. */
export const decimal = (column: string | Sql, places: number, options: DecimalOptions = {}): Field<number, true> =>
  field('decimal', column, options, places)

export const text = (column: string | Sql, options: TextOptions = {}): Field<string, true> =>
  field('text', column, options)

/** Defines a calendar day, 'YYYY-MM-DD'. */
export const day = (column: string | Sql, options: FieldOptions = {}): Field<string, true> =>
  field('day', column, options)

/** Defines a moment (timestamptz), shown in UTC: '2026-11-20T18:51:00.000Z'. */
export const moment = (column: string | Sql, options: FieldOptions = {}): Field<string, true> =>
  field('moment', column, options)

/** Defines a local time in Athens (timestamp), 'YYYY-MM-DD HH:mm:ss'. */
export const wallClock = (column: string | Sql, options: FieldOptions = {}): Field<string, true> =>
  field('wallClock', column, options)

export const boolean = (column: string | Sql, options: FieldOptions = {}): Field<boolean, true> =>
  field('boolean', column, options)

/** Defines a JSON value. Records may also send it as JSON text. */
export const json = <T = unknown>(column: string | Sql, options: JsonOptions<T> = {}): Field<T, true> =>
  field('json', column, options)

/** Defines a field that the server computes. A value in a record is ignored. */
export const computed = <T>(inner: Field<T>): Field<T, false> => ({ ...inner, writable: false })

export type Fields = Readonly<Record<string, Field>>

type ValueOf<F> = F extends Field<infer T> ? T : never

/** A stored row as commands receive it: every field, with scaled decimals. */
export type RowOf<F extends Fields> = { readonly [K in keyof F]: ValueOf<F[K]> | null }

/** A record as it was sent: only the fields that it names, checked by kind, with scaled decimals. */
export type RecordOf<F extends Fields> = {
  readonly [K in keyof F as F[K] extends Field<unknown, true> ? K : never]?: ValueOf<F[K]> | null
}
