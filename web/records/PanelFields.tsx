import { Checkbox } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { type Fields, inPanel } from '#kernel/records/fields.ts'
import { KINDS, type RecordValues } from './kinds.tsx'

type Props<Values> = {
  fields: Fields
  /** The part of the form. */
  panel: string
  /** The feature whose texts have the words `field.<name>` and `hint.<name>`. */
  feature: string
  form: UseFormReturnType<Values>
}

/** Shows the fields of a part of a form that is written by hand, each with the input of its kind. */
export function PanelFields<Values extends object>({ fields, panel, feature, form }: Props<Values>) {
  const { t } = useTranslation(feature)
  return inPanel(fields, panel).map((name) => {
    const field = fields[name]
    const Input = field && KINDS[field.kind].Input
    if (!field || !Input) return null
    const label = t(`field.${name}`)
    if (field.kind === 'flag')
      return <Checkbox key={name} label={label} {...form.getInputProps(name, { type: 'checkbox' })} />
    const hint = field.options.hint && t(`hint.${name}`)
    return (
      <Input
        key={name}
        name={name}
        field={field}
        form={form as unknown as UseFormReturnType<RecordValues>}
        label={label}
        hint={hint}
      />
    )
  })
}
