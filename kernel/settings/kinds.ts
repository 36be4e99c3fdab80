/**
 * The kinds of settings. A kind gives the parts of its declaration, the type of its value, and the schemas of values. Its input
 * is in features/settings/web/inputs, and the words of its history in features/settings/web/shown-value.ts.
 */
import { z } from 'zod'
import { zName, zText } from '#kernel/contract.ts'
import { faultOf, plainText, zCheck } from './checks.ts'

/**
 * Parts of every declaration. `name` is the name in the stored value. The texts of the setting are `field.<form>.<name>` and
 * `setting-hint.<form>.<name>`, which says where the value shows.
 */
const common = {
  name: z.string(),
  /** True if a company needs the value; the settings page lists it as missing while it is empty. */
  wanted: z.boolean().optional(),
}

const numeric = { usual: z.int(), least: z.int(), most: z.int() }

/** The days for which records are kept. A smaller value deletes records. */
const zKeptDays = z.object({
  ...common,
  kind: z.literal('kept-days'),
  ...numeric,
  /** Another setting of the form that this one must not exceed, and the code of the refusal that says so. */
  within: z.object({ name: z.string(), refusal: z.string() }).optional(),
})

/** A whole number. */
const zCount = z.object({ ...common, kind: z.literal('count'), ...numeric })

/** An amount, scaled as `kernel/money.ts` says. */
const zAmount = z.object({
  ...common,
  kind: z.literal('amount'),
  of: z.enum(['money', 'price', 'quantity', 'rate']),
  ...numeric,
})

const zTextSetting = z.object({
  ...common,
  kind: z.literal('text'),
  longest: z.int(),
  /** The text that stands until a person writes another; none if unset. */
  usual: z.string().optional(),
  /** True for a text of several lines. */
  lines: z.boolean().optional(),
  /** True if the text must not be empty. */
  required: z.boolean().optional(),
  check: zCheck.optional(),
  /** True for a VAT number by which the company registry fills the settings of the form that have the names of its fields. */
  registry: z.boolean().optional(),
})

const zYesNo = z.object({ ...common, kind: z.literal('yes-no'), usual: z.boolean() })

/** One of several options. Their texts are `option.<form>.<name>.<option>`. */
const zChoice = z.object({ ...common, kind: z.literal('choice'), usual: z.string(), options: z.array(z.string()) })

/** A list of names, without duplicates, in the order of entry. */
const zNames = z.object({
  ...common,
  kind: z.literal('names'),
  usual: z.array(z.string()).readonly(),
  longest: z.int(),
  mostEntries: z.int(),
})

/** The kinds that a column of a list of rows may have. */
const COLUMN_KINDS = [zCount, zAmount, zTextSetting, zYesNo, zChoice] as const
const zColumn = z.discriminatedUnion('kind', COLUMN_KINDS)
type Column = z.output<typeof zColumn>

/** A list of rows. The texts of the columns are `column.<form>.<name>.<column>`. */
const zRows = z.object({
  ...common,
  kind: z.literal('rows'),
  columns: z.array(zColumn).readonly(),
  /** The column in which no two rows may have the same value. */
  unique: z.string().optional(),
  usual: z.array(z.record(z.string(), z.union([z.number(), z.string(), z.boolean()]))).readonly(),
  mostEntries: z.int(),
})

/** Every kind of setting. */
export const zSetting = z.discriminatedUnion('kind', [zKeptDays, zNames, zRows, ...COLUMN_KINDS])
export type Setting = Readonly<z.output<typeof zSetting>>
export type KeptDays = Extract<Setting, { kind: 'kept-days' }>
export type RowsSetting = Extract<Setting, { kind: 'rows' }>

/** The value of a setting of each kind, as the product uses it. */
export type ValueOf<S extends { readonly kind: Setting['kind'] }> = S extends { kind: 'kept-days' | 'count' | 'amount' }
  ? number
  : S extends { kind: 'text' }
    ? string
    : S extends { kind: 'yes-no' }
      ? boolean
      : S extends { kind: 'choice'; options: readonly (infer Option)[] }
        ? Option
        : S extends { kind: 'names' }
          ? readonly string[]
          : S extends { kind: 'rows'; columns: readonly (infer Col)[] }
            ? readonly RowOf<Col>[]
            : never

type RowOf<Col> = {
  readonly [C in Extract<Col, { readonly kind: Setting['kind']; readonly name: string }> as C['name']]: ValueOf<C>
}

const zScalar = z.union([z.number(), z.string(), z.boolean()])
/** A value of any kind. */
export const zSettingValue = z.union([
  zScalar,
  z.array(z.string()).readonly(),
  z.array(z.record(z.string(), zScalar).readonly()).readonly(),
])
export type SettingValue = z.output<typeof zSettingValue>

/** Returns the value that stands until a person sets another. */
export const usualOf = (setting: Setting): SettingValue =>
  setting.kind === 'text' ? (setting.usual ?? '') : setting.usual

/** Reports whether the setting is a text or a list without content. */
export const isEmptyValue = (value: SettingValue): boolean =>
  typeof value === 'string' ? value.trim() === '' : Array.isArray(value) && value.length === 0

const numberSchema = ({ least, most }: { least: number; most: number }) => z.int().min(least).max(most)

/** Accepts what a person may enter as text, and returns it as it is stored. */
function typedText({ longest, required = false, check }: z.output<typeof zTextSetting>): z.ZodType<string> {
  const text = zText(longest).superRefine((value, context) => {
    const fault = value === '' && required ? 'required' : check && faultOf(check, value)
    if (fault) context.addIssue({ code: 'custom', message: fault })
  })
  return check ? text.transform((value) => plainText(check, value)) : text
}

const typedColumns = (columns: readonly Column[]) =>
  z.strictObject(Object.fromEntries(columns.map((column) => [column.name, typedValue(column)])))

function typedRows({ columns, unique, mostEntries }: RowsSetting): z.ZodType<SettingValue> {
  return z
    .array(typedColumns(columns))
    .max(mostEntries)
    .superRefine((rows, context) => {
      if (unique === undefined) return
      const values = rows.map((row) => row[unique])
      for (const [index, value] of values.entries())
        if (values.indexOf(value) < index)
          context.addIssue({ code: 'custom', message: 'duplicate', path: [index, unique] })
    }) as z.ZodType<SettingValue>
}

/** Returns the schema of what a person may enter. */
export function typedValue(setting: Setting): z.ZodType<SettingValue> {
  switch (setting.kind) {
    case 'kept-days':
    case 'count':
    case 'amount':
      return numberSchema(setting)
    case 'text':
      return typedText(setting)
    case 'yes-no':
      return z.boolean()
    case 'choice':
      return z.enum(setting.options as [string, ...string[]])
    case 'names':
      return z
        .array(zName(setting.longest))
        .max(setting.mostEntries)
        .transform((names) => [...new Set(names.filter((name) => name !== ''))])
    case 'rows':
      return typedRows(setting)
  }
}

/**
 * Returns the schema of a stored value that the product uses. Texts are used as they are, even if a later check would refuse
 * them: a paper without the company's name is worse than one with an old spelling.
 */
export function storedValue(setting: Setting): z.ZodType<SettingValue> {
  switch (setting.kind) {
    case 'text':
      return z.string()
    case 'names':
      return z.array(z.string())
    case 'rows':
      return z.array(
        z.object(Object.fromEntries(setting.columns.map((column) => [column.name, storedValue(column)]))),
      ) as z.ZodType<SettingValue>
    default:
      return typedValue(setting)
  }
}
