import { Group, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { whyNoReason } from '#features/invoicing/domain/reason.ts'
import { ReasonField } from '#features/invoicing/web/ReasonField.tsx'
import type { Refusal } from '#kernel/refusal.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { RefusalText } from '#web/ui/states.tsx'
import { NoteButton } from './NoteButton.tsx'

type ReasonFormProps<Answer> = {
  /** What the action means. */
  body?: string
  /** Further fields above the reason, and why they are not filled yet. */
  children?: ReactNode
  incomplete?: Refusal | null
  /** Why the reason is not enough. */
  whyNot?: (reason: string) => Refusal | null
  label: string
  danger?: boolean
  pending: boolean
  send: (reason: string) => Promise<Answer>
  /** Called after it was sent and the form is closed. A refusal stays in the form. */
  sent: (answer: Answer) => void
  close: () => void
}

/** Asks for the reason of an action in a dialog, and carries the action out. */
export function ReasonForm<Answer>({
  body,
  children,
  incomplete,
  whyNot = whyNoReason,
  label,
  danger = false,
  pending,
  send,
  sent,
  close,
}: ReasonFormProps<Answer>) {
  const { t } = useTranslation('movement')
  const [reason, setReason] = useState('')
  const [error, setError] = useState<unknown>(null)
  const act = () => {
    setError(null)
    send(reason).then(
      (answer) => {
        close()
        sent(answer)
      },
      (fault: unknown) => setError(fault),
    )
  }
  return (
    <Stack gap="sm">
      {body === undefined ? null : <Text size="sm">{body}</Text>}
      {children}
      <ReasonField reason={reason} change={setReason} />
      <RefusalText error={error} />
      <Group justify="flex-end" gap="xs">
        <NoteButton onClick={close}>{t('action.back')}</NoteButton>
        <ActionButton mih={48} danger={danger} closed={incomplete ?? whyNot(reason)} pending={pending} onClick={act}>
          {label}
        </ActionButton>
      </Group>
    </Stack>
  )
}
