import { TextInput, type TextInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Override } from './presses.ts'

type Props = Pick<TextInputProps, 'size' | 'mt'> & {
  override: NonNullable<Override>
  setOverride: (override: Override) => void
}

/** The field for the reason of Override Mode. */
export function OverrideReason({ override, setOverride, ...look }: Props) {
  const { t } = useTranslation('production')
  return (
    <TextInput
      {...look}
      label={t('override.reason')}
      maxLength={500}
      autoComplete="off"
      value={override.reason}
      onChange={(event) => setOverride({ reason: event.currentTarget.value })}
    />
  )
}
