import { Text, Textarea, TextInput } from '@mantine/core'
import { Paperclip } from '#web/ui/icon/icons.ts'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { Paper } from '#kernel/paper.ts'
import { LeaveGuard, RecordForm, useRecordForm } from '#web/ui/form/form.tsx'
import { PaperSheet } from '#web/ui/paper/PaperSheet.tsx'
import { zMailText } from '../domain/contract.ts'
import styles from './mail-form.module.css'

const schema = z.strictObject(zMailText)

/** The text of a mail that a person writes. */
export type MailText = z.output<typeof schema>

type Props = {
  draft: MailText
  paper: Paper
  send: (text: MailText) => Promise<unknown>
  close: () => void
  /** Receives a function that reports whether the person has changed the text. */
  watchWritten: (isWritten: () => boolean) => void
}

/** The form of a mail: the text on the left, a preview of the paper on the right. */
export function MailForm({ draft, paper, send, close, watchWritten }: Props) {
  const { t } = useTranslation('mail')
  const form = useRecordForm({ initialValues: draft, schema, toInput: (text) => text })
  useEffect(() => watchWritten(() => form.isDirty()), [watchWritten, form])
  return (
    <div className={styles.columns}>
      <LeaveGuard dirty={() => form.isDirty()} />
      <RecordForm form={form} guard={false} saveLabel={t('form.send')} onCancel={close} onSave={send}>
        <TextInput
          type="email"
          multiple
          label={t('form.to')}
          description={draft.to === '' ? t('form.no-address') : undefined}
          required
          data-autofocus={draft.to === '' || undefined}
          {...form.getInputProps('to')}
        />
        <TextInput label={t('form.subject')} required {...form.getInputProps('subject')} />
        <Textarea label={t('form.body')} autosize minRows={8} maxRows={16} {...form.getInputProps('body')} />
        <div>
          <Text size="xs" c="dimmed">
            {t('form.attached')}
          </Text>
          <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
            <Paperclip size={14} aria-hidden /> {paper.fileName}
          </Text>
        </div>
      </RecordForm>
      <div>
        <Text size="sm" fw={600} mb={4}>
          {t('form.preview')}
        </Text>
        <div className={styles.preview}>
          <PaperSheet paper={paper} />
        </div>
      </div>
    </div>
  )
}
