/**
 * Records. A record declares its fields once. The declaration gives the contracts of its pages here, what the server does with it in
 * server/records/record.ts, and its pages in web/records. Whatever a record does otherwise is written by hand beside it.
 */
import { z } from 'zod'
import {
  type CommandContract,
  defineCommand,
  defineQuery,
  type QueryContract,
  zId,
  zVersion,
} from '#kernel/contract.ts'
import type { Right } from '#kernel/rights.ts'
import { field, type Fields, inForm, type InForm, inList, shapeOf, type ValuesOf } from './fields.ts'
import { defineList } from './list.ts'

type Rights = { readonly read: Right; readonly write: Right }

type Declaration<F extends Fields, One extends string> = {
  /** The word for one record in its contracts and refusals: `salespersons.create-salesperson`. */
  readonly one: One
  readonly rights: Rights
  readonly fields: F
  /** The fields by which its records are sorted. */
  readonly order: readonly (keyof F & string)[]
  /** The codes of the refusals for a record that does not exist, and for one that is not deleted because others refer to it. */
  readonly refusals: { readonly missing: string; readonly used?: string }
  /** Figures that are one JSON value together at the data API, by its name. */
  readonly together?: Readonly<Record<string, readonly (keyof F & string)[]>>
  /** Returns how a record is called, from the fields that people write. */
  title(record: ValuesOf<InForm<F>>): string
}

const zWritten = z.object({ id: z.int() })

/**
 * Defines a record with a page for the list, one for a new record and one for each record. `name` is one word: the name of its table, of its kind
 * in histories and of its table of the data API, and the beginning of the names of its contracts.
 */
export function defineRecord<const F extends Fields, const One extends string>(
  name: string,
  declaration: Declaration<F, One> & {
    /** The registered paths of its pages. */
    readonly pages: { readonly list: string; readonly create: string; readonly record: string }
    /** The rows of a page of the list. */
    readonly size: number
  },
) {
  const { rights, one, fields, size, pages } = declaration
  const right = rights.read
  const shown = { id: z.int(), ...shapeOf(inForm(fields), 'stored') }
  const typed = shapeOf(inForm(fields), 'typed')
  const list = defineList(name, {
    right,
    feature: name,
    queries: { list: `${name}.list`, count: `${name}.count` },
    size,
    words: 'field',
    columns: { id: field.id({ word: 'column.id', sort: true, card: 'end' }), ...inList(fields) },
    page: pages.record,
  })
  const detail = z.object({ ...shown, version: z.int() })
  return {
    ...declaration,
    name,
    feature: name,
    list,
    /** Returns all records, for forms that choose one. */
    options: defineQuery(`${name}.options`, {
      right,
      input: z.strictObject({}),
      output: z.object({ rows: z.array(z.object(shown)) }),
    }),
    detail: defineQuery(`${name}.detail`, {
      right,
      input: z.strictObject({ id: zId }),
      output: z.object({ [one]: detail } as Readonly<Record<One, typeof detail>>),
    }),
    create: defineCommand(`${name}.create-${one}`, {
      right: rights.write,
      input: z.strictObject(typed),
      output: zWritten,
    }),
    /** Changes a record. Refused if somebody else has changed it since the version that the person saw. */
    change: defineCommand(`${name}.change-${one}`, {
      right: rights.write,
      input: z.strictObject({ id: zId, version: zVersion, ...typed }),
      output: zWritten,
    }),
  }
}

/**
 * Defines a record that is little more than a name, in the feature `feature`. One page shows all of them, and creates, renames and hides them
 * (web/records/ShortListPage.tsx).
 */
export function defineShortRecord<const Name extends string, const F extends Fields, const One extends string>(
  name: Name,
  declaration: Declaration<F, One> & { readonly feature: string },
) {
  const { rights, one, fields, feature } = declaration
  const row = z.object({ id: z.int(), ...shapeOf(inForm(fields), 'stored'), version: z.int() })
  const rows = z.array(row)
  const of = z.strictObject({ id: zId, version: zVersion }).nullable()
  return {
    ...declaration,
    name,
    all: defineQuery(`${feature}.${name}`, {
      right: rights.read,
      input: z.strictObject({}),
      output: z.object({ [name]: rows } as Readonly<Record<Name, typeof rows>>),
    }),
    /** Creates a record, or changes one. `<one>` is null for a new one. */
    save: defineCommand(`${feature}.save-${one}`, {
      right: rights.write,
      input: z.strictObject({
        ...({ [one]: of } as Readonly<Record<One, typeof of>>),
        ...shapeOf(inForm(fields), 'typed'),
      }),
      output: zWritten,
    }),
  }
}

/** A record as the frame handles all of them, without the types of its fields. */
export type AnyRecord = {
  readonly name: string
  readonly feature: string
  readonly one: string
  readonly rights: Rights
  readonly fields: Fields
  readonly order: readonly string[]
  readonly refusals: { readonly missing: string; readonly used?: string }
  readonly together?: Readonly<Record<string, readonly string[]>>
  title(record: Readonly<Record<string, unknown>>): string
}
export type RecordWithPages = AnyRecord & {
  readonly pages: { readonly list: string; readonly create: string; readonly record: string }
  readonly list: ReturnType<typeof defineList>
  readonly options: QueryContract
  readonly detail: QueryContract
  readonly create: CommandContract
  readonly change: CommandContract
}
export type ShortRecord = AnyRecord & { readonly all: QueryContract; readonly save: CommandContract }
