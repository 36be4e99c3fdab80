import { Group, Stack, Textarea } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog } from '#web/ui/Overlays.tsx'
import { RefusalText } from '#web/ui/states.tsx'
import surfaces from '#web/ui/surfaces.module.css'

type Props = {
  title: string
  /** The names of the field and of the buttons, and what the button says while the reason is empty. */
  texts: { reason: string; keep: string; confirm: string; needed: string }
  pending: boolean
  error: unknown
  confirm: (reason: string) => void
  close: () => void
  /** What the person reads before the reason. */
  children?: ReactNode
  /** A further choice below the reason. */
  choice?: ReactNode
  /** The longest reason that is taken. */
  longest?: number
}

/** Asks for the reason of a press that cannot be taken back. The button stays closed until a reason is typed. */
export function WrittenReason({
  title,
  texts,
  pending,
  error,
  confirm,
  close,
  children,
  choice,
  longest = 500,
}: Props) {
  const [reason, setReason] = useState('')
  return (
    <Dialog opened onClose={close} title={title} closeOnClickOutside={false}>
      <Stack gap="sm">
        {children}
        <Textarea
          label={texts.reason}
          data-autofocus
          required
          autosize
          minRows={2}
          maxLength={longest}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <RefusalText error={error} />
        {choice}
        <Group justify="flex-end" gap="xs" className={surfaces.dialogActions}>
          <ActionButton variant="default" onClick={close}>
            {texts.keep}
          </ActionButton>
          <ActionButton
            danger
            pending={pending}
            closed={reason.trim() === '' ? texts.needed : null}
            onClick={() => confirm(reason)}
          >
            {texts.confirm}
          </ActionButton>
        </Group>
      </Stack>
    </Dialog>
  )
}
