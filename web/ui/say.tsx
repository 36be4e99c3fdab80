/** Short messages in the corner of the page: what succeeded, and what failed with a retry. */
import { Button, Group, Text } from '@mantine/core'
import { type NotificationData, notifications } from '@mantine/notifications'
import i18n from 'i18next'
import { Check, Info, TriangleAlert } from '#web/ui/icon/icons.ts'
import type { ReactNode } from 'react'
import { failedCallOf, whenCommandDone } from '#web/api.ts'
import { forgetUndo, keepUndo } from '#web/ui/last-undo.ts'
import { type FocusPlace, placeOfFocus } from '#web/ui/overlay/focus-place.ts'
import { mayRetry, problemText } from '#web/ui/problems.ts'
import { sayAloud } from '#web/ui/say-aloud.ts'

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

/** Shows a message that closes by itself, unless it has the focus: a person who works by keyboard needs time to reach its button. */
function show(message: NotificationData): string {
  const id = notifications.show({
    ...message,
    onFocus: () => notifications.update({ ...message, id, autoClose: false }),
    onBlur: () => notifications.update({ ...message, id }),
  })
  return id
}

function showDone(text: string, undo?: () => void): string {
  const place = placeOfFocus()
  let isUndone = false
  const undone = (): void => {
    // the message is still there while it fades, and Ctrl+K keeps the last one
    if (isUndone) return
    isUndone = true
    notifications.hide(id)
    forgetUndo(id)
    undo?.()
    sayAloud(i18n.t('state.undone', { ns: 'frame', what: text }))
  }
  const id = show({
    color: 'green',
    icon: <Check size={16} aria-hidden />,
    message: undo ? (
      <WithButton
        text={text}
        label={i18n.t('action.undo', { ns: 'frame' })}
        press={() => {
          undone()
          place.focus()
        }}
      />
    ) : (
      text
    ),
    autoClose: undo ? 8000 : 4000,
    role: 'status',
    closeButtonProps: closeButton(),
  })
  if (undo) {
    keepUndo({ id, text, undo: undone })
    reachByKey(place)
  }
  return id
}

/** The place to which the key leads back, and whether the page listens to it. */
let cameFrom: FocusPlace | null = null

/** F8 moves the focus to the button of the newest message, and back from there. */
function reachByKey(place: FocusPlace): void {
  if (cameFrom === null)
    document.addEventListener('keydown', (event) => {
      if (event.key !== 'F8') return
      const buttons = document.querySelectorAll<HTMLElement>('[data-message-button]')
      const newest = buttons.item(buttons.length - 1)
      if (newest === null) return
      event.preventDefault()
      if (document.activeElement === newest) return void cameFrom?.focus()
      cameFrom = placeOfFocus()
      newest.focus()
    })
  cameFrom = place
}

export const say = {
  /** Shows that a form was changed, and offers to undo that until the form is saved or left (`say.formEnded`). */
  changed(text: string, undo: () => void): void {
    ofForm.add(showDone(text, undo))
  },

  /** Withdraws the offers to undo changes of a form. Call it when the form is saved or left, because nothing is left to undo. */
  formEnded(): void {
    for (const id of ofForm) {
      notifications.hide(id)
      forgetUndo(id)
    }
    ofForm.clear()
  },

  /** Shows that an action succeeded. `undo` offers to undo it. */
  done(text: string, undo?: () => void): void {
    showDone(text, undo)
  },

  /** Shows that an action is under way. Returns a function that withdraws the message. */
  pending(text: string): () => void {
    const id = notifications.show({
      message: text,
      loading: true,
      autoClose: false,
      role: 'status',
      withCloseButton: false,
    })
    return () => notifications.hide(id)
  },

  /** Shows why an action failed, after `what` if it is given. Offers a retry if that may help. */
  failed(error: unknown, retry?: () => void, what?: string): void {
    const text = what === undefined ? problemText(error) : `${what} ${problemText(error)}`
    const call = failedCallOf(error)
    if (call !== undefined) withdrawFailure(call)
    const id = show({
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
    show({
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
    show({
      icon: <Info size={16} aria-hidden />,
      message: text,
      autoClose: 6000,
      role: 'status',
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
      <Button
        size="compact-sm"
        variant="default"
        flex="none"
        data-message-button
        aria-keyshortcuts="F8"
        onClick={press}
      >
        {label}
      </Button>
    </Group>
  )
}
