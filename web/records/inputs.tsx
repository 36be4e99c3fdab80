/** The input of each kind of field in a form. columns.ts has its column in a list, so that a list loads no inputs. */
import { Select, SimpleGrid, Switch, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
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

export type RecordValues = Record<string, unknown>
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

/** Null for kinds that only the server writes. */
export const INPUTS: Readonly<Record<Kind, ComponentType<InputProps> | null>> = {
  id: null,
  name: TextField,
  text: TextField,
  code: TextField,
  email: TextField,
  day: DayField,
  moment: null,
  wallClock: ClockField,
  percent: figure(RateInput, 100_00),
  money: figure(MoneyInput),
  price: figure(PriceInput),
  quantity: figure(QuantityInput),
  count: figure(CountInput),
  flag: FlagField,
  since: FlagField,
  choice: ChoiceField,
  degree: null,
  reference: null,
  list: null,
  object: null,
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
        const Input = INPUTS[field.kind]
        const label = t(field.options.word ?? `field.${name}`)
        return (
          Input && <Input key={name} name={name} field={field} form={form} label={label} limited readOnly={readOnly} />
        )
      })}
    </SimpleGrid>
  )
}
