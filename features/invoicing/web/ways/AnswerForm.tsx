import { Button, FileButton, Group, Stack, Text, Textarea } from '@mantine/core'
import { Upload } from '#web/ui/icon/icons.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { refusal } from '#kernel/refusal.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { say } from '#web/ui/say.tsx'
import { RefusalText } from '#web/ui/states.tsx'

type AnswerFormProps = {
  close: () => void
  /** Reads the answer and returns whether the document was issued. */
  read: (answer: string) => Promise<{ issued: boolean }>
  /** Returns what to say of it. */
  said: (issued: boolean) => string
  pending: boolean
}

/** Takes the answer to a document that waits for a person, chosen as a file or pasted. */
export function AnswerForm({ close, read, said, pending }: AnswerFormProps) {
  const { t } = useTranslation('invoicing')
  const [answer, setAnswer] = useState('')
  const [error, setError] = useState<unknown>(null)
  const send = () => {
    setError(null)
    read(answer).then(
      ({ issued }) => {
        close()
        say.done(said(issued))
      },
      (fault: unknown) => setError(fault),
    )
  }
  return (
    <Stack gap="sm">
      <Text size="sm">{t('ways.import-body')}</Text>
      <FileButton accept=".xml,text/xml,application/xml" onChange={(file) => void file?.text().then(setAnswer)}>
        {(props) => (
          <Button {...props} mih={48} variant="default" leftSection={<Upload size={16} aria-hidden />}>
            {t('ways.choose')}
          </Button>
        )}
      </FileButton>
      <Textarea
        label={t('ways.answer')}
        required
        autosize
        minRows={4}
        maxRows={12}
        data-autofocus
        value={answer}
        onChange={(event) => setAnswer(event.currentTarget.value)}
      />
      <RefusalText error={error} />
      <Group justify="flex-end" gap="xs">
        <Button mih={48} variant="default" onClick={close}>
          {t('action.back')}
        </Button>
        <ActionButton
          mih={48}
          closed={answer.trim() === '' ? refusal('invalid', 'invoicing.answer-missing') : null}
          pending={pending}
          onClick={send}
        >
          {t('ways.import')}
        </ActionButton>
      </Group>
    </Stack>
  )
}
