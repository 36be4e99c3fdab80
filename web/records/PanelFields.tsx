import { Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Fields, inPanel } from '#kernel/records/fields.ts'
import { INPUTS, type Inputs } from './inputs.tsx'

type Props = {
  fields: Fields
  /** The part of the form. */
  panel: string
  /** The feature whose texts have the words `field.<name>` and `hint.<name>`. */
  feature: string
  form: Inputs
  limited?: boolean
}

/** Returns what was typed, from the event of an input or as the input gives it. */
const typed = (given: unknown): unknown =>
  given !== null && typeof given === 'object' && 'currentTarget' in given
    ? (given.currentTarget as HTMLInputElement).value
    : given

/** Gives inputs the values of a form that keeps them itself. */
export const inputsOf = (values: object, set: (name: string, value: unknown) => void): Inputs => ({
  getInputProps: (name, { type } = {}) => ({
    [type === 'checkbox' ? 'checked' : 'value']: values[name as keyof typeof values],
    onChange: (given: unknown) =>
      set(
        name,
        type === 'checkbox' ? (given as { currentTarget: HTMLInputElement }).currentTarget.checked : typed(given),
      ),
  }),
})

/** Shows the fields of a part of a form that is written by hand, each with the input of its kind. */
export function PanelFields({ fields, panel, feature, form, limited }: Props) {
  const { t } = useTranslation(feature)
  return inPanel(fields, panel).map((name) => {
    const field = fields[name]
    const Input = field && INPUTS[field.kind]
    if (!field || !Input) return null
    const label = t(`field.${name}`)
    if (field.kind === 'flag')
      return <Checkbox key={name} label={label} {...form.getInputProps(name, { type: 'checkbox' })} />
    const hint = field.options.hint && t(`hint.${name}`)
    return <Input key={name} name={name} field={field} form={form} label={label} hint={hint} limited={limited} />
  })
}
