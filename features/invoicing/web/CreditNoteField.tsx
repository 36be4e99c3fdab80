import { Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** A field for the note of a credit note, which may stay empty. */
export function CreditNoteField({ note, change }: { note: string; change: (note: string) => void }) {
  const { t } = useTranslation('invoicing')
  return (
    <Textarea
      label={t('credit.note')}
      maxLength={1000}
      autosize
      minRows={2}
      value={note}
      onChange={(event) => change(event.currentTarget.value)}
    />
  )
}
