import { Button, type ButtonProps, Text, Tooltip, VisuallyHidden } from '@mantine/core'
import { type ComponentProps, type MouseEvent, type ReactNode, type Ref, useId } from 'react'
import type { Refusal } from '#kernel/refusal.ts'
import { refusalText } from '#web/ui/problems.ts'

/** Why a button is disabled: a refusal or a text; null if it is not. */
type Closed = Refusal | string | null | undefined

const reasonOf = (closed: Closed): string | null =>
  closed === null || closed === undefined ? null : typeof closed === 'string' ? closed : refusalText(closed)

type ActionButtonProps = Omit<ButtonProps, 'disabled' | 'loading'> & {
  children: ReactNode
  onClick?: (event: MouseEvent<HTMLButtonElement>) => void
  /** Why the button is disabled. The button stays visible and shows it. */
  closed?: Closed
  /** The command is running. */
  pending?: boolean
  danger?: boolean
  type?: 'button' | 'submit'
  form?: string
  ref?: Ref<HTMLButtonElement>
}

/**
 * A button that keeps the focus while its command is running. With the attribute `disabled` the browser would take the
 * focus away, and the next key of a person without a mouse would begin at the top of the page.
 */
function FocusableButton({ disabled, ...rest }: ComponentProps<'button'>) {
  return <button {...rest} aria-disabled={disabled || rest['aria-disabled']} />
}

/** A button for a command. If `closed` is given it is disabled, stays in the tab order and shows the reason. */
export function ActionButton({
  children,
  closed,
  pending = false,
  danger = false,
  onClick,
  type = 'button',
  ...rest
}: ActionButtonProps) {
  const reasonId = useId()
  const reason = reasonOf(closed)
  const button = (
    <Button
      {...rest}
      component={FocusableButton}
      {...(danger ? { color: 'red' } : {})}
      type={type}
      loading={pending}
      // The attribute `disabled` would remove the button, and its reason, from the tab order.
      aria-disabled={reason !== null || undefined}
      data-disabled={reason !== null || undefined}
      aria-describedby={reason === null ? undefined : reasonId}
      onClick={(event) => {
        if (reason !== null || pending) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {children}
    </Button>
  )
  if (reason === null) return button
  return (
    <>
      <Tooltip label={reason} events={{ hover: true, focus: true, touch: true }}>
        {button}
      </Tooltip>
      <VisuallyHidden id={reasonId}>{reason}</VisuallyHidden>
    </>
  )
}

/**
 * Says below buttons why they are disabled, each reason once. It is for what decides about a document: people read it before they point at
 * the button. Screen readers have the reason of each button at the button.
 */
export function WhyClosed({ reasons }: { reasons: readonly Closed[] }) {
  const texts = new Set(reasons.map(reasonOf).filter((reason) => reason !== null))
  return [...texts].map((text) => (
    <Text key={text} size="sm" c="dimmed" data-why-closed aria-hidden>
      {text}
    </Text>
  ))
}
