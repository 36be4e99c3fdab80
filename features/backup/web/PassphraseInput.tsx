import type { PasswordInputProps } from '@mantine/core'
import { PasswordField } from '#web/ui/form/PasswordField.tsx'
import { useTranslation } from 'react-i18next'

/** The field of the passphrase of a backup. No browser stores it as the password of a person. */
export function PassphraseInput(props: PasswordInputProps) {
  const { t } = useTranslation('backup')
  return <PasswordField label={t('passphrase.label')} autoComplete="off" {...props} />
}
