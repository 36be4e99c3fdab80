import { Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Refusal, refusal } from '#kernel/refusal.ts'

type Given = { reason: string; change: (reason: string) => void; 'data-autofocus'?: boolean }

/** Why something is done that needs a reason; it is kept with the order. */
export function ReasonField({ reason, change, ...rest }: Given) {
  const { t } = useTranslation('invoicing')
  return (
    <Textarea
      label={t('red.reason')}
      required
      maxLength={500}
      autosize
      minRows={2}
      value={reason}
      onChange={(event) => change(event.currentTarget.value)}
      {...rest}
    />
  )
}

/** Why a button that needs a reason is closed; null when there is one. */
export const whyNoReason = (reason: string): Refusal | null =>
  reason.trim() === '' ? refusal('invalid', 'invoicing.reason-required') : null
