/** Short messages in the corner: what was done, and what failed with a way to try again. */
import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import i18n from 'i18next'
import { Check, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { mayRetry, problemText } from '#web/ui/problems.ts'

const closeButton = () => ({ 'aria-label': i18n.t('action.close', { ns: 'frame' }) })

export const say = {
  /** Something succeeded. `undo` offers to take it back. */
  done(text: string, undo?: () => void): void {
    const id = notifications.show({
      color: 'green',
      icon: <Check size={16} aria-hidden />,
      message: undo ? (
        <WithButton
          text={text}
          label={i18n.t('action.undo', { ns: 'frame' })}
          press={() => {
            notifications.hide(id)
            undo()
          }}
        />
      ) : (
        text
      ),
      autoClose: undo ? 8000 : 4000,
      closeButtonProps: closeButton(),
    })
  },

  /** Something failed: says why in the person's language, after `what` where given, and offers a retry where that may help. */
  failed(error: unknown, retry?: () => void, what?: string): void {
    const text = what === undefined ? problemText(error) : `${what} ${problemText(error)}`
    const id = notifications.show({
      color: 'red',
      icon: <TriangleAlert size={16} aria-hidden />,
      message:
        retry && mayRetry(error) ? (
          <WithButton
            text={text}
            label={i18n.t('action.retry', { ns: 'frame' })}
            press={() => {
              notifications.hide(id)
              retry()
            }}
          />
        ) : (
          text
        ),
      autoClose: retry ? false : 8000,
      role: 'alert',
      closeButtonProps: closeButton(),
    })
  },

  /** Something was done, and something about it looks wrong. Long enough to read and follow, then the next form is free. */
  doubt(message: ReactNode): void {
    notifications.show({
      color: 'yellow',
      icon: <TriangleAlert size={16} aria-hidden />,
      message,
      autoClose: 15_000,
      role: 'alert',
      closeButtonProps: closeButton(),
    })
  },

  /** Something the person should know. */
  note(text: string): void {
    notifications.show({
      icon: <Info size={16} aria-hidden />,
      message: text,
      autoClose: 6000,
      closeButtonProps: closeButton(),
    })
  },
}

function WithButton({ text, label, press }: { text: string; label: string; press: () => void }) {
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <Text size="sm" flex={1}>
        {text}
      </Text>
      <Button size="compact-sm" variant="default" flex="none" onClick={press}>
        {label}
      </Button>
    </Group>
  )
}
