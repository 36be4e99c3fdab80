import { TextInput } from '@mantine/core'
import { PasswordField } from '#web/ui/form/PasswordField.tsx'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { RecordForm, useRecordForm } from '#web/ui/form/form.tsx'
import { useFocusFirst } from './use-focus-first.ts'

const EMPTY = { password: '', code: '' }

type ProvedFormProps = {
  readonly saveLabel: string
  readonly children?: ReactNode
  readonly onSave: (proof: typeof EMPTY) => Promise<unknown>
  readonly onCancel: () => void
}

/** Asks for the password and a code before the second factor is changed. */
export function ProvedForm({ saveLabel, children, onSave, onCancel }: ProvedFormProps) {
  const { t } = useTranslation('users')
  const first = useFocusFirst<HTMLInputElement>()
  const required = t('invalid.required', { ns: 'frame' })
  const form = useRecordForm({
    initialValues: EMPTY,
    alsoWrong: (values) =>
      Object.fromEntries(
        Object.entries(values)
          .filter(([, value]) => value.trim() === '')
          .map(([field]) => [field, required]),
      ),
  })
  return (
    <RecordForm form={form} saveLabel={saveLabel} guard={false} onSave={onSave} onCancel={onCancel}>
      {children}
      <PasswordField
        ref={first}
        label={t('profile.old')}
        required
        autoComplete="current-password"
        {...form.getInputProps('password')}
      />
      <TextInput
        label={t('factor.either-code')}
        required
        autoComplete="one-time-code"
        spellCheck={false}
        {...form.getInputProps('code')}
      />
    </RecordForm>
  )
}
