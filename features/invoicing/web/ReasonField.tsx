import { Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'

type Given = { reason: string; change: (reason: string) => void; 'data-autofocus'?: boolean }

/** Shows the field for the required reason of an action. The reason is stored. */
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
