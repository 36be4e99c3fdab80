import { TagsInput, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import type { Setting, SettingValue } from '#kernel/settings/form.ts'
import type { TypedForm } from '../form-values.ts'
import type { SettingTexts } from '../setting-texts.ts'
import { RowsInput } from './RowsInput.tsx'
import { ScalarInput } from './ScalarInput.tsx'

type SettingInputProps = {
  readonly form: UseFormReturnType<TypedForm>
  readonly setting: Setting
  readonly texts: SettingTexts
  /** A text below the hint, for example what another person has saved; null for none. */
  readonly note: string | null
}

/** Returns the fault of a list: its own, or that of its first wrong entry. */
const faultBelow = (errors: UseFormReturnType<TypedForm>['errors'], path: string) =>
  errors[path] ?? Object.entries(errors).find(([place]) => place.startsWith(`${path}.`))?.[1]

/** The input for one setting, by its kind. */
export function SettingInput({ form, setting, texts, note }: SettingInputProps) {
  const { t } = useTranslation('settings')
  const { kind, name } = setting
  const path = `values.${name}`
  const limits = kind === 'kept-days' ? ` ${t('days-limits', { usual: setting.usual, least: setting.least })}` : ''
  const description = (
    <>
      {texts.hint(name)}
      {limits}
      {note === null ? null : (
        <Text span inherit display="block" c="orange">
          {note}
        </Text>
      )}
    </>
  )
  if (kind === 'rows')
    return (
      <RowsInput
        setting={setting}
        texts={texts}
        description={description}
        error={form.errors[path]}
        rows={(form.getValues().values[name] ?? []) as Readonly<Record<string, SettingValue>>[]}
        change={(rows) => {
          form.setFieldValue(path, rows)
          form.clearFieldError(path)
        }}
        cell={(index, column) => form.getInputProps(`${path}.${index}.${column}`)}
      />
    )
  if (kind === 'names')
    return (
      <TagsInput
        {...form.getInputProps(path)}
        error={faultBelow(form.errors, path)}
        label={texts.name(name)}
        description={description}
        maxTags={setting.mostEntries}
        splitChars={[',', ';']}
        acceptValueOnBlur
        // There is nothing to choose from, and an open list would take the first Escape.
        openOnFocus={false}
      />
    )
  return (
    <ScalarInput
      setting={setting}
      label={kind === 'kept-days' ? t('in-days', { name: texts.name(name) }) : texts.name(name)}
      description={description}
      optionText={(option) => texts.option(name, option)}
      input={form.getInputProps(path)}
    />
  )
}
