import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Setting } from '#kernel/settings-form.ts'
import { allNamespaces } from '#web/i18n.ts'
import { CountInput, type DecimalInputProps } from '#web/ui/form/DecimalInput.tsx'

type SettingInputProps = Omit<DecimalInputProps, 'value'> & {
  readonly value?: number | null
  /** The name of the form, in which the texts of the setting are found. */
  readonly form: string
  readonly setting: Setting
  /** A text below the hint, for example what another person has saved; null for none. */
  readonly note: string | null
}

/** The input for one setting, by its kind. Its texts are `field.<form>.<name>` and `setting-hint.<form>.<name>`. */
export function SettingInput({ form, setting, note, value, ...input }: SettingInputProps) {
  const { t } = useTranslation('settings')
  const places = { ns: ['settings', ...allNamespaces()] }
  const name = t(`field.${form}.${setting.name}`, places)
  const hint = t(`setting-hint.${form}.${setting.name}`, places)
  switch (setting.kind) {
    case 'kept-days':
      return (
        <CountInput
          {...input}
          value={value}
          label={t('in-days', { name })}
          description={
            <>
              {hint} {t('days-limits', { usual: setting.usual, least: setting.least })}
              {note === null ? null : (
                <Text span inherit display="block" c="orange">
                  {note}
                </Text>
              )}
            </>
          }
          min={setting.least}
          max={setting.most}
        />
      )
  }
}
