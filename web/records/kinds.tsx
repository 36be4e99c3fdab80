/** What pages make of each kind of field: its input in a form, and its column in a list. */
import { Select, SimpleGrid, Switch, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { TFunction } from 'i18next'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { type Field, inForm, type Kind } from '#kernel/records/fields.ts'
import type { AnyRecord } from '#kernel/records/record.ts'
import { DayInput, WallClockInput } from '#web/ui/form/DayInput.tsx'
import {
  CountInput,
  type DecimalInputProps,
  MoneyInput,
  PriceInput,
  QuantityInput,
  RateInput,
} from '#web/ui/form/DecimalInput.tsx'
import type { Column, ColumnKind } from '#web/ui/table/table-columns.ts'

export type RecordValues = Record<string, unknown>
type Values = Readonly<RecordValues>
/** What inputs need of a form. */
export type Inputs = Pick<UseFormReturnType<RecordValues>, 'getInputProps'>
type InputProps = {
  name: string
  field: Field
  form: Inputs
  label: string
  /** Explains the field. */
  hint?: string | undefined
  /** Nobody can type a longer text than the field may have. A form that shows why it is refused leaves this out. */
  limited?: boolean | undefined
  readOnly?: boolean
}

function TextField({ name, field: { most, options }, form, label, hint, limited, readOnly }: InputProps) {
  return (
    <TextInput
      label={label}
      description={hint}
      required={options.required !== undefined}
      type={options.input ?? 'text'}
      multiple={options.input === 'email'}
      autoComplete="off"
      maxLength={limited ? most : undefined}
      readOnly={readOnly}
      {...form.getInputProps(name)}
    />
  )
}

/** Returns the input of a figure. It is null while it is empty. */
const figure = (Input: ComponentType<DecimalInputProps>, most?: number) =>
  function FigureField({ name, form, label, readOnly }: InputProps) {
    const props = form.getInputProps(name) as { value: number | null }
    return <Input label={label} min={0} max={most} readOnly={readOnly} {...props} />
  }

function DayField({ name, form, label, readOnly }: InputProps) {
  const props = form.getInputProps(name) as { value: string | null }
  return <DayInput label={label} readOnly={readOnly} {...props} />
}

function ClockField({ name, form, label, readOnly }: InputProps) {
  const props = form.getInputProps(name) as { value: string | null }
  return <WallClockInput label={label} readOnly={readOnly} {...props} />
}

function FlagField({ name, form, label, readOnly }: InputProps) {
  return <Switch label={label} disabled={readOnly} {...form.getInputProps(name, { type: 'checkbox' })} />
}

function ChoiceField({ name, field, form, label, readOnly }: InputProps) {
  const { t } = useTranslation()
  return (
    <Select
      label={label}
      readOnly={readOnly}
      allowDeselect={false}
      data={field.choices.map((value) => ({ value, label: t(`${field.options.words}.${value}`) }))}
      {...form.getInputProps(name)}
    />
  )
}

type OfKind = {
  /** The kind of the column in a list. */
  readonly column: ColumnKind
  /** The input in a form; null for kinds that only the server writes. */
  readonly Input: ComponentType<InputProps> | null
}

export const KINDS: Readonly<Record<Kind, OfKind>> = {
  id: { column: 'id', Input: null },
  name: { column: 'text', Input: TextField },
  text: { column: 'text', Input: TextField },
  code: { column: 'text', Input: TextField },
  email: { column: 'text', Input: TextField },
  day: { column: 'day', Input: DayField },
  moment: { column: 'moment', Input: null },
  wallClock: { column: 'clock', Input: ClockField },
  percent: { column: 'rate', Input: figure(RateInput, 100_00) },
  money: { column: 'money', Input: figure(MoneyInput) },
  price: { column: 'price', Input: figure(PriceInput) },
  quantity: { column: 'quantity', Input: figure(QuantityInput) },
  count: { column: 'number', Input: figure(CountInput) },
  flag: { column: 'text', Input: FlagField },
  since: { column: 'text', Input: FlagField },
  choice: { column: 'text', Input: ChoiceField },
  degree: { column: 'number', Input: null },
  reference: { column: 'id', Input: null },
  list: { column: 'text', Input: null },
  object: { column: 'text', Input: null },
}

/** Shows the fields that people write, each with the input of its kind. */
export function RecordFields({
  record: { fields, feature },
  form,
  readOnly = false,
}: {
  record: Pick<AnyRecord, 'fields' | 'feature'>
  form: Inputs
  readOnly?: boolean
}) {
  const { t } = useTranslation(feature)
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} maw={640}>
      {Object.entries(inForm(fields)).map(([name, field]) => {
        const { Input } = KINDS[field.kind]
        const label = t(field.options.word ?? `field.${name}`)
        return (
          Input && <Input key={name} name={name} field={field} form={form} label={label} limited readOnly={readOnly} />
        )
      })}
    </SimpleGrid>
  )
}

/** Returns the value of a cell as words. */
function wordOf(t: TFunction, { options }: Field, name: string, value: unknown): string {
  if (typeof value === 'string') return value && t(`${options.words}.${value}`, { defaultValue: value })
  return value === true ? t(options.words ?? `column.${name}`) : ''
}

const isWord = ({ kind, options }: Field): boolean =>
  kind === 'flag' || kind === 'since' || ((kind === 'choice' || kind === 'name') && options.words !== undefined)

/** Returns a column of a table from its declaration. */
export function columnOf<Row>(t: TFunction, name: string, field: Field, word: string): Column<Row> {
  const { kind, options, choices } = field
  const { sort, filter, filterName, sum, width, from, card, align, hidden } = options
  const choice = kind === 'choice' && {
    many: filter === 'many',
    options: choices.map((value) => ({ value, label: wordOf(t, field, name, value) })),
  }
  return {
    key: name,
    header: t(word),
    kind: KINDS[kind].column,
    ...(isWord(field) && { value: (row: Row) => wordOf(t, field, name, (row as Values)[name]) }),
    ...(sort && { sortable: true }),
    ...(filter && { filter: choice || (kind === 'id' ? ('text' as const) : true) }),
    ...(filterName && { filterName }),
    ...(sum && { sum }),
    ...(width && { width }),
    ...(from && { from }),
    ...(card && { card }),
    ...(align && { align }),
    ...(hidden && { hidden }),
  }
}
