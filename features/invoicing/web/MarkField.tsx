import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { isMark } from '#kernel/tax/mark.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'

type Given = { mark: string; change: (mark: string) => void; description?: string }

/** A field for the MARK that a person has found at the accounting service. */
export function MarkField({ mark, change, description }: Given) {
  const { t } = useTranslation('invoicing')
  return (
    <TextInput
      label={t('document.mark')}
      description={description}
      required
      inputMode="numeric"
      maxLength={15}
      data-autofocus
      value={mark}
      onChange={(event) => change(event.currentTarget.value.trim())}
    />
  )
}

/** Returns the refusal of a button that needs a MARK, or null if one is given. */
export const whyNoMark = (mark: string): Refusal | null =>
  isMark(mark) ? null : refusal('invalid', 'invoicing.mark-required')
