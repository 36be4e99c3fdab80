/** Short messages in the corner of the page: what succeeded, and what failed with a retry. */
import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import i18n from 'i18next'
import { Check, Info, TriangleAlert } from '#web/ui/icon/icons.ts'
import type { ReactNode } from 'react'
import { failedCallOf, whenCommandDone } from '#web/api.ts'
import { mayRetry, problemText } from '#web/ui/problems.ts'

const closeButton = () => ({ 'aria-label': i18n.t('action.close', { ns: 'frame' }) })

/** The messages that offer to undo a change of an open form. */
const ofForm = new Set<string>()

/** The shown failures by the command that failed. One is over as soon as the same command has succeeded, or has failed again. */
const ofCalls = new Map<string, string>()

function withdrawFailure(call: string): void {
  const id = ofCalls.get(call)
  ofCalls.delete(call)
  if (id !== undefined) notifications.hide(id)
}

whenCommandDone(withdrawFailure)

function showDone(text: string, undo?: () => void): string {
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
  return id
}

export const say = {
  /** Shows that a form was changed, and offers to undo that until the form is saved or left (`say.formEnded`). */
  changed(text: string, undo: () => void): void {
    ofForm.add(showDone(text, undo))
  },

  /** Withdraws the offers to undo changes of a form. Call it when the form is saved or left, because nothing is left to undo. */
  formEnded(): void {
    for (const id of ofForm) notifications.hide(id)
    ofForm.clear()
  },

  /** Shows that an action succeeded. `undo` offers to undo it. */
  done(text: string, undo?: () => void): void {
    showDone(text, undo)
  },

  /** Shows why an action failed, after `what` if it is given. Offers a retry if that may help. */
  failed(error: unknown, retry?: () => void, what?: string): void {
    const text = what === undefined ? problemText(error) : `${what} ${problemText(error)}`
    const call = failedCallOf(error)
    if (call !== undefined) withdrawFailure(call)
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
    if (call !== undefined) ofCalls.set(call, id)
  },

  /** Shows a warning about a completed action. It stays long enough to be read. */
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

  /** Shows a notice. */
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
